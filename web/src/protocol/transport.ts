/** A way to reach a host: a server on the network, or the engine in a worker of this page. */

export interface Reply {
  status: number
  body: string
  /** The host could not be reached, and this was kept from an earlier visit. */
  kept: boolean
}

/** A reply that comes piece by piece. If the status tells of an error, the pieces make up its body. */
export interface StreamedReply {
  status: number
  pieces: AsyncIterable<string>
}

/** What a connection to a table reports. */
export interface WireListener {
  onOpen(): void
  onText(text: string): void
  onClose(code: number, reason: string): void
}

/** A connection to a table. */
export interface Wire {
  readonly isOpen: boolean
  readonly isClosed: boolean
  send(text: string): void
  close(): void
}

export interface Transport {
  /** Throws if the host cannot be reached. */
  request(method: string, path: string, body?: string): Promise<Reply>
  stream(path: string, signal: AbortSignal): Promise<StreamedReply>
  open(path: string, listener: WireListener): Wire
}

/** A connection between two devices without a server: one offers, the other answers, and texts of any length go both ways. */
import { packDescription, unpackDescription, type Description } from './description'

/** A data channel carries 256 KiB at once in every browser; a character takes three bytes at most. */
export const MAX_CHARACTERS = 64 * 1024
const GATHERING_MILLISECONDS = 3000

export interface PeerListener {
  onOpen(): void
  onText(text: string): void
  onClose(): void
}

/** One side of a connection. ``code`` is what the other side needs. */
export class Peer {
  #parts = ''

  private constructor(
    private readonly connection: RTCPeerConnection,
    private readonly channel: RTCDataChannel,
    listener: PeerListener,
  ) {
    channel.onopen = () => listener.onOpen()
    channel.onclose = () => listener.onClose()
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      this.#parts += data.slice(1)
      if (data.startsWith('+')) return
      const text = this.#parts
      this.#parts = ''
      listener.onText(text)
    }
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === 'failed') this.close()
    }
  }

  /** Offer a connection. */
  static async offer(listener: PeerListener): Promise<Peer> {
    const peer = Peer.#make(listener)
    await peer.connection.setLocalDescription(await peer.connection.createOffer())
    await peer.#gather()
    return peer
  }

  /** Answer an offer. */
  static async answer(code: string, listener: PeerListener): Promise<Peer> {
    const offer = unpackDescription(code)
    if (offer.type !== 'offer') throw new SyntaxError('not an offer')
    const peer = Peer.#make(listener)
    await peer.connection.setRemoteDescription(offer)
    await peer.connection.setLocalDescription(await peer.connection.createAnswer())
    await peer.#gather()
    return peer
  }

  static #make(listener: PeerListener): Peer {
    const connection = new RTCPeerConnection()
    return new Peer(connection, connection.createDataChannel('reihum', { negotiated: true, id: 0 }), listener)
  }

  /** What the other side needs. */
  get code(): string {
    return packDescription(this.connection.localDescription as Description)
  }

  /** Take the answer to an offer. */
  async accept(code: string): Promise<void> {
    const answer = unpackDescription(code)
    if (answer.type !== 'answer') throw new SyntaxError('not an answer')
    await this.connection.setRemoteDescription(answer)
  }

  send(text: string): void {
    if (this.channel.readyState !== 'open') return
    for (let at = 0; at < text.length || at === 0; at += MAX_CHARACTERS) {
      const isLast = at + MAX_CHARACTERS >= text.length
      this.channel.send((isLast ? '.' : '+') + text.slice(at, at + MAX_CHARACTERS))
    }
  }

  close(): void {
    this.channel.close()
    this.connection.close()
  }

  /** Wait for the addresses of this device: they travel in the code. */
  #gather(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => this.connection.iceGatheringState === 'complete' && resolve()
      this.connection.onicegatheringstatechange = look
      setTimeout(resolve, GATHERING_MILLISECONDS)
      look()
    })
  }
}

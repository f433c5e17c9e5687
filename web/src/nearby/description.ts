/** A WebRTC description as a short text that fits into a link and a QR code.
 *
 *  Of a description with one data channel only a few things differ from device to device: who listens, a name and a
 *  password, the fingerprint of the certificate, and the addresses. The rest is written down here.
 */

export interface Description {
  type: 'offer' | 'answer'
  sdp: string
}

const FIELDS = { name: /^a=ice-ufrag:(.+)$/m, password: /^a=ice-pwd:(.+)$/m, fingerprint: /^a=fingerprint:sha-256 (.+)$/m }
/** Foundation, component, transport, priority, address, port. */
const CANDIDATE = /^a=candidate:\S+ 1 udp (\d+) (\S+) (\d+) typ host/gim
const SEPARATOR = '!'

/** Make a description short. */
export function packDescription({ type, sdp }: Description): string {
  const name = read(sdp, FIELDS.name)
  const password = read(sdp, FIELDS.password)
  const bytes = read(sdp, FIELDS.fingerprint).split(':').map((pair) => Number.parseInt(pair, 16))
  const fingerprint = toBase64(String.fromCharCode(...bytes))
  const addresses = [...sdp.matchAll(CANDIDATE)].flatMap(([, priority, address, port]) => [priority!, address!, port!])
  return [type === 'offer' ? 'o' : 'a', name, password, fingerprint, ...addresses].map(encodeURIComponent).join(SEPARATOR)
}

/** The description of a short text. Throws if the text is not one. */
export function unpackDescription(text: string): Description {
  const [kind, name, password, fingerprint, ...rest] = text.split(SEPARATOR).map(decodeURIComponent)
  if ((kind !== 'o' && kind !== 'a') || !name || !password || !fingerprint || rest.length % 3) throw new SyntaxError('not a description')
  if ([name, password, fingerprint, ...rest].some((word) => /\s/.test(word))) throw new SyntaxError('not a description')
  const pairs = Array.from(atob(fingerprint.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
  const lines = [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    ...groupByThree(rest).map(([priority, address, port], number) => `a=candidate:${number} 1 udp ${priority} ${address} ${port} typ host`),
    `a=ice-ufrag:${name}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${pairs.join(':').toUpperCase()}`,
    `a=setup:${kind === 'o' ? 'actpass' : 'active'}`,
    'a=mid:0',
    'a=sctp-port:5000',
    'a=max-message-size:262144',
  ]
  return { type: kind === 'o' ? 'offer' : 'answer', sdp: lines.join('\r\n') + '\r\n' }
}

function read(sdp: string, field: RegExp): string {
  const found = field.exec(sdp)?.[1]
  if (!found) throw new SyntaxError(`a description without ${field.source}`)
  return found.trim()
}

function groupByThree(words: string[]): string[][] {
  return words.length ? [words.slice(0, 3), ...groupByThree(words.slice(3))] : []
}

const toBase64 = (bytes: string) => btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

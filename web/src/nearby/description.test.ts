import { expect, test } from 'vitest'
import { packDescription, unpackDescription } from './description'

const PAIRS = Array.from({ length: 32 }, (_, number) => (number * 8 + 7).toString(16).padStart(2, '0').toUpperCase()).join(':')
const OFFER = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=extmap-allow-mixed',
  'm=application 52000 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 192.168.1.20',
  'a=candidate:1 1 udp 2113937151 4f2a-77.local 52000 typ host generation 0 network-cost 999',
  'a=candidate:2 1 UDP 2113939711 fd00::1 52001 typ host',
  'a=candidate:3 1 tcp 1518280447 192.168.1.20 9 typ host tcptype active',
  'a=ice-ufrag:aB+/',
  'a=ice-pwd:x9/ZYxwvutsrqponmlkji+gf',
  'a=ice-options:trickle',
  `a=fingerprint:sha-256 ${PAIRS}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=sctp-port:5000',
  '',
].join('\r\n')

test('a description fits into a QR code, and comes back with all that differs between devices', () => {
  const packed = packDescription({ type: 'offer', sdp: OFFER })
  expect(packed.length).toBeLessThan(200)
  expect(packed).toMatch(/^[\w%.!*'()~-]+$/)
  const { type, sdp } = unpackDescription(packed)
  expect(type).toBe('offer')
  for (const line of ['a=ice-ufrag:aB+/', 'a=ice-pwd:x9/ZYxwvutsrqponmlkji+gf', `a=fingerprint:sha-256 ${PAIRS}`, 'a=setup:actpass']) expect(sdp).toContain(`${line}\r\n`)
  expect(sdp).toContain('a=candidate:0 1 udp 2113937151 4f2a-77.local 52000 typ host\r\n')
  expect(sdp).toContain('a=candidate:1 1 udp 2113939711 fd00::1 52001 typ host\r\n')
  expect(sdp).not.toContain('tcp')
})

test('an answer takes the active part', () => {
  expect(unpackDescription(packDescription({ type: 'answer', sdp: OFFER })).sdp).toContain('a=setup:active\r\n')
})

test.each(['', 'o', 'x!a!b!AAAA', 'o!a!b!AAAA!1!2', 'o!a%0d%0aa=x!b!AAAA', 'o!%!b!AAAA'])('%j is refused', (text) => {
  expect(() => unpackDescription(text)).toThrow()
})

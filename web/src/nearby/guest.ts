/** This device as the guest of another one: its host is reached over a connection between the two. */
import type { FromEngine } from '../protocol/portTransport'
import { PortTransport } from '../protocol/portTransport'
import { preferredLanguage } from '../state/preferences.svelte'
import { useTransport } from '../protocol/host'
import { go } from '../router.svelte'
import { Peer } from './peer'

/** The secret by which the other device knows us; it lasts as long as this tab. */
const SECRET = 'reihum-guest'

type FromHost = FromEngine | { type: 'secret'; secret: string } | { type: 'table'; path: string }

/** Answer an invitation. Gives the code for the other device; when it has taken the code, its table appears. */
export async function answerInvitation(code: string, onClose: () => void): Promise<string> {
  const port = new PortTransport((message) => peer.send(JSON.stringify(message)), preferredLanguage)
  const receive = (message: FromHost) => {
    if (message.type === 'secret') sessionStorage.setItem(SECRET, message.secret)
    else if (message.type === 'table') go(message.path)
    else port.receive(message)
  }
  const peer = await Peer.answer(code, {
    onOpen: () => {
      useTransport(port)
      peer.send(JSON.stringify({ type: 'hello', secret: sessionStorage.getItem(SECRET) ?? '' }))
    },
    onText: (text) => receive(JSON.parse(text) as FromHost),
    onClose,
  })
  return peer.code
}

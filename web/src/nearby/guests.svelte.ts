/** The guests of this device, which is the host: texts go between them and the engine as they are. */
import { connectGuests } from '../engine/engine.svelte'
import { Peer } from './peer'

export const guests = $state({ count: 0 })
const peers = new Map<number, Peer>()
let lastGuest = 0

const send = connectGuests((news) => {
  const peer = peers.get(news.guest)
  if (news.type === 'guest') peer?.send(news.text)
  else peer?.close()
})

/** Offer a connection; the guest who comes by it is led to a place, such as a table. */
export async function offerPlace(path: string): Promise<Peer> {
  const guest = ++lastGuest
  const peer = await Peer.offer({
    onOpen: () => {
      peers.set(guest, peer)
      guests.count = peers.size
      peer.send(JSON.stringify({ type: 'table', path }))
    },
    onText: (text) => send({ type: 'guest', guest, text }),
    onClose: () => {
      if (peers.delete(guest)) send({ type: 'guest-left', guest })
      guests.count = peers.size
    },
  })
  return peer
}

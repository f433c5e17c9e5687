/** An answer opened in another tab of this device, such as by its camera, reaches the tab that has made the offer. */
import { to } from '../router.svelte'

const CHANNEL = 'reihum-nearby'

export const makeLink = (code: string) => to(`nearby#${code}`)

/** The code in a link, or the text itself. */
export const readCode = (text: string) => text.trim().replace(/^.*#/s, '')

export function sendAnswer(code: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(code)
  channel.close()
}

/** Receive answers; gives a function that ends it. */
export function receiveAnswers(receive: (code: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<string>) => receive(data)
  return () => channel.close()
}

/** The address of a server as people type it. */
export function parseServer(text: string): URL | null {
  const words = text.trim()
  const address = /^https?:\/\//i.test(words) ? words : `https://${words}`
  try {
    const parsed = new URL(address)
    return words && (parsed.hostname.includes('.') || parsed.hostname === 'localhost' || parsed.port) ? parsed : null
  } catch {
    return null
  }
}

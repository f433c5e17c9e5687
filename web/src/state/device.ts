/** Whether this is an iPhone or iPad whose page runs in the browser. An iPad says that it is a Mac, but has a touch screen. */
export function isAppleBrowser(device: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { standalone?: boolean }): boolean {
  const apple = /iPhone|iPad|iPod/.test(device.userAgent) || (device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1)
  return apple && !device.standalone
}

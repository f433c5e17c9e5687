/** Dragging with a finger or a mouse: a short way is a tap, a longer one moves something. */

const TAP_PIXELS = 12

export interface Drag {
  /** So far it has gone this way, in pixels. */
  moved(x: number, y: number): void
  /** It ends here; null: the browser has taken the pointer away. */
  ended(at: { x: number; y: number; below: Element[] } | null): void
}

/** Follow a pointer that has gone down on an element. */
export function followDrag(event: PointerEvent, drag: Drag): void {
  if (event.button !== 0) return
  const target = event.currentTarget as HTMLElement
  const start = { x: event.clientX, y: event.clientY }
  let isDragged = false
  const move = (now: PointerEvent) => {
    const [x, y] = [now.clientX - start.x, now.clientY - start.y]
    isDragged ||= Math.hypot(x, y) > TAP_PIXELS
    if (isDragged) drag.moved(x, y)
  }
  const end = (now: PointerEvent) => {
    for (const [type, listener] of LISTENERS) target.removeEventListener(type, listener)
    if (!isDragged) return
    // the click that follows a drag is not a tap
    target.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => target.removeEventListener('click', stop, { capture: true }))
    drag.ended(now.type === 'pointerup' ? { x: now.clientX, y: now.clientY, below: document.elementsFromPoint(now.clientX, now.clientY) } : null)
  }
  const stop = (click: Event) => {
    click.stopImmediatePropagation()
    click.preventDefault()
  }
  const LISTENERS = [['pointermove', move], ['pointerup', end], ['pointercancel', end]] as const
  target.setPointerCapture(event.pointerId)
  for (const [type, listener] of LISTENERS) target.addEventListener(type, listener)
}

/** The place under a pointer: its zone and its value there. */
export function placeBelow(below: readonly Element[]): { zone: string; value: string } | null {
  for (const element of below) {
    const place = element.closest<HTMLElement>('[data-place], [data-number]')
    const zone = place?.closest<HTMLElement>('[data-zone]')
    if (place && zone) return { zone: zone.dataset.zone!, value: place.dataset.place ?? place.dataset.number! }
  }
  const zone = below.map((element) => element.closest<HTMLElement>('.table [data-zone]')).find(Boolean)
  return zone ? { zone: zone.dataset.zone!, value: '' } : null
}

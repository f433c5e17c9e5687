/** Keeps the keyboard's focus near its place when the focused element goes. */

export interface FocusPlace {
  zone: string
  index: number
}

/** Where the focus is within a table. */
export function findFocus(root: HTMLElement): FocusPlace | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || !root.contains(active)) return null
  const zone = active.closest<HTMLElement>('[data-zone]')
  return { zone: zone?.dataset.zone ?? '', index: zone ? buttonsIn(zone).indexOf(active) : -1 }
}

/** If the focus is lost, move it to the neighbour in the same zone, else to the sentence that says what to do. */
export function restoreFocus(root: HTMLElement, before: FocusPlace): void {
  if (document.activeElement !== document.body) return
  const zone = before.zone ? root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(before.zone)}"]`) : null
  const near = zone ? buttonsIn(zone) : []
  const next = near[Math.min(before.index, near.length - 1)] ?? root.querySelector<HTMLElement>('.prompt [tabindex]')
  next?.focus({ preventScroll: true })
}

function buttonsIn(zone: HTMLElement): HTMLElement[] {
  return [...zone.querySelectorAll<HTMLElement>('button:not(:disabled)')]
}

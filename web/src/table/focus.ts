/** Whoever plays with the keyboard must not lose their place when what they were at is gone. */

export interface Focus {
  zone: string
  index: number
}

/** Where the focus is within a table. */
export function focused(root: HTMLElement): Focus | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || !root.contains(active)) return null
  const zone = active.closest<HTMLElement>('[data-zone]')
  return { zone: zone?.dataset.zone ?? '', index: zone ? buttons(zone).indexOf(active) : -1 }
}

/** If it is gone: to the neighbour in the same zone, else to the sentence that says what can be done. */
export function refocus(root: HTMLElement, was: Focus): void {
  if (document.activeElement !== document.body) return
  const zone = was.zone ? root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(was.zone)}"]`) : null
  const near = zone ? buttons(zone) : []
  const next = near[Math.min(was.index, near.length - 1)] ?? root.querySelector<HTMLElement>('.prompt [tabindex]')
  next?.focus({ preventScroll: true })
}

function buttons(zone: HTMLElement): HTMLElement[] {
  return [...zone.querySelectorAll<HTMLElement>('button:not(:disabled)')]
}

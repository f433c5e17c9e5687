/** Copy a text; returns whether that worked. Browsers have a clipboard on secure pages only, so elsewhere we use a field. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
    return copySelected(text)
  } catch {
    return false
  }
}

function copySelected(text: string): boolean {
  const active = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (active instanceof HTMLElement) active.focus()
  return done
}

/**
 * What is wrong with the words on the screen: keys and slots where words should be, words that are cut off, that stand
 * out of their buttons or out of the window, a page that must be pushed sideways.
 */
() => {
  const KEY = /(^|[\s(„"«])(page|verb|zone|error|prompt|reason|points|word|phrase|colour|option|game|rules)\.[a-z][\w.-]+/
  const SLOT = /\{\w+(:\w+)?\}|\bundefined\b|\bNaN\b|\[object /
  const found = new Set()

  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 0) found.add(`the page is ${wide} px too wide`)

  const clips = (style) => style.overflowX !== 'visible' || style.overflowY !== 'visible'
  const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY)

  function cut(node, box) {
    for (let around = node.parentElement; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      if (style.position === 'fixed' || style.clipPath !== 'none') return false // the latter is for ears only
      const out = box.left < edge.left - 2 || box.right > edge.right + 2 || box.top < edge.top - 3 || box.bottom > edge.bottom + 3
      if (out && scrolls(style)) return false // it can be pushed into sight
      if (out && (clips(style) || around.matches('button:not(.stack), .button'))) return true // the label of a pile may be wider
    }
    return box.left < -1 || box.right > innerWidth + 1
  }

  function look(node) {
    const words = node.textContent.trim()
    const holder = node.parentElement
    if (!words || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || holder.closest('.skip, svg, script, style, option')) return
    const range = document.createRange()
    range.selectNodeContents(node)
    if ([...range.getClientRects()].some((box) => cut(node, box))) found.add(`cut off: ${words.slice(0, 60)}`)
  }

  function check(words) {
    if (KEY.test(words) || SLOT.test(words)) found.add(`not words: ${words.trim().slice(0, 80)}`)
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    look(walker.currentNode)
    if (!walker.currentNode.parentElement.closest('script, style, [data-said]')) check(walker.currentNode.textContent)
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) check(element.getAttribute(name) ?? '')
  return [...found]
}

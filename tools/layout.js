/**
 * Measures a table on the screen: the smallest button, the part of a card that a finger meets, the smallest text, and
 * everything that is cut, covered or can be scrolled. The result of a round may be scrolled to (`mayScroll`).
 *
 * The size of a target is the size of the area in which a finger meets it, so an element that is half covered counts half.
 */
(mayScroll) => {
  const TARGETS = ':is(header, main) :is(button:not(:disabled), a[href], input, select)'
  const CARDS = '.table :is([data-card], [data-place], [data-number])'
  const AROUND_PIXELS = 12
  const STEP_PIXELS = 4
  // A card in a fan, a row or a grid may be narrow if it is long, or low if it is wide.
  const [LEAST_PIXELS, LEAST_CARD_PIXELS, LEAST_TEXT_PIXELS] = [40, 24, 12]

  // a sheet covers the table on purpose
  const scope = document.querySelector('.sheet') ?? document
  const faults = new Set()
  const isVisible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.unseen, .skip, .flight') && !isForEars(element)
  const isForEars = (element) => element !== null && element !== document.body && (getComputedStyle(element).clipPath.startsWith('inset') || isForEars(element.parentElement))
  const name = (element) => `${element.className?.baseVal ?? element.className} ${(element.textContent || element.getAttribute('aria-label') || '').trim().replace(/\s+/g, ' ').slice(0, 40)}`.trim().replace(/svelte-\w+ ?/, '')
  const round = (number) => Math.round(number * 10) / 10

  /** The longest run of points at which a finger meets an element, across and down. */
  function reach(element) {
    const box = element.getBoundingClientRect()
    const step = Math.max(STEP_PIXELS, Math.floor(Math.min(box.width, box.height) / 12))
    const found = new Map()
    const runs = { across: 0, down: 0 }
    for (let y = Math.floor(box.top) - AROUND_PIXELS; y <= box.bottom + AROUND_PIXELS; y += step) {
      let run = 0
      for (let x = Math.floor(box.left) - AROUND_PIXELS; x <= box.right + AROUND_PIXELS; x += step) {
        const met = document.elementFromPoint(x, y)
        const isHit = met !== null && element.contains(met)
        run = isHit ? run + step : 0
        const column = isHit ? (found.get(x) ?? 0) + step : 0
        found.set(x, column)
        runs.across = Math.max(runs.across, run)
        runs.down = Math.max(runs.down, column)
      }
    }
    // a run of points is up to a step shorter or longer than the element
    const [wide, high] = [Math.max(box.width, runs.across), Math.max(box.height, runs.down)]
    return { across: runs.across >= box.width - step ? wide : runs.across, down: runs.down >= box.height - step ? high : runs.down }
  }

  let button = Infinity
  let tapped = [Infinity, Infinity] // the shorter and the longer side of the card that shows the least
  for (const element of scope.querySelectorAll(scope === document ? TARGETS : 'button')) {
    if (!isVisible(element)) continue
    if (mayScroll) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { across, down } = reach(element)
    const [short, long] = [Math.min(across, down), Math.max(across, down)]
    const isCard = element.matches('[data-card], [data-place], [data-number], [data-value]')
    if (!isCard) button = Math.min(button, short)
    else if (short < tapped[0] || (short === tapped[0] && long < tapped[1])) tapped = [short, long]
    if (long < LEAST_PIXELS || short < (isCard ? LEAST_CARD_PIXELS : LEAST_PIXELS)) faults.add(`target ${round(across)} × ${round(down)}: ${name(element)}`)
  }

  let text = Infinity
  const walker = document.createTreeWalker(scope === document ? document.body : scope, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const holder = node.parentElement
    const words = node.textContent.trim()
    if (!words || holder.closest('script, style') || !isVisible(holder)) continue
    const svg = holder.closest('svg')
    if (svg && holder.getBoundingClientRect().width === 0) continue // a part of a drawing that is not shown
    const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1
    const size = parseFloat(getComputedStyle(holder).fontSize) * scale
    text = Math.min(text, size)
    if (size < LEAST_TEXT_PIXELS - 0.05) faults.add(`text ${round(size)} px: ${(holder.className?.baseVal ?? holder.className).replace(/svelte-\w+/, '')}`)
    const range = document.createRange()
    range.selectNodeContents(node)
    if (mayScroll) holder.scrollIntoView({ block: 'center', behavior: 'instant' })
    if (!svg) for (const box of range.getClientRects()) checkText(node, holder, box)
  }

  // news for which there is no room must be counted on a button that opens them
  for (const strip of document.querySelectorAll('.recap')) {
    const lines = [...strip.querySelectorAll('.lines .line:not(.more)')].filter(isVisible).length
    const counted = [...strip.querySelectorAll('.rest')].filter(isVisible).reduce((sum, button) => sum + Number(button.textContent), 0)
    if (lines + counted !== Number(strip.dataset.lines)) faults.add(`news: ${lines} shown and ${counted} counted of ${strip.dataset.lines}`)
  }

  function checkText(node, holder, box) {
    if (!isInside(box)) faults.add(`outside: ${node.textContent.trim().slice(0, 40)}`)
    for (let around = holder; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      const isWide = box.left < edge.left - 2 || box.right > edge.right + 2
      const isHigh = box.top < edge.top - 4 || box.bottom > edge.bottom + 4
      const isButton = around.matches('button:not(.stack)') // the label of a pile may be wider
      if ((isWide && (isButton || style.overflowX !== 'visible')) || (isHigh && (isButton || style.overflowY !== 'visible'))) faults.add(`cut: ${node.textContent.trim().slice(0, 40)}`)
    }
    const met = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    if (met && !holder.contains(met) && !met.contains(holder)) faults.add(`covered: ${node.textContent.trim().slice(0, 40)} by ${name(met)}`)
  }

  function isInside(box) {
    return box.left > -1 && box.top > -1 && box.right < innerWidth + 1 && box.bottom < innerHeight + 1
  }

  let card = Infinity
  for (const element of scope.querySelectorAll(CARDS)) {
    if (!isVisible(element)) continue
    if (mayScroll) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const box = element.getBoundingClientRect()
    if (element.dataset.card && !mayScroll) card = Math.min(card, element.offsetWidth || box.width)
    if (!isInside(box)) faults.add(`outside: card ${element.dataset.card ?? element.dataset.place ?? element.dataset.number}`)
    const zone = element.closest('[data-zone]')
    for (const [x, y] of [[0.5, 0.2], [0.5, 0.5], [0.5, 0.8]]) {
      const met = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)
      if (met && zone && !zone.contains(met) && !met.contains(element)) faults.add(`covered: card ${element.dataset.card ?? element.dataset.place ?? element.dataset.number} by ${name(met)}`)
    }
  }

  const page = document.documentElement
  if (!mayScroll && page.scrollHeight > innerHeight + 1) faults.add(`the page is ${page.scrollHeight - innerHeight} px too high`)
  if (page.scrollWidth > innerWidth) faults.add(`the page is ${page.scrollWidth - innerWidth} px too wide`)
  for (const element of document.querySelectorAll('.table *')) {
    const style = getComputedStyle(element)
    const isScrolling = /auto|scroll/.test(style.overflowX + style.overflowY)
    if (isScrolling && (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1)) faults.add(`scrolls: ${name(element)}`)
  }
  return { button, tapped, text, card, faults: [...faults] }
}

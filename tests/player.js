/**
 * A player who knows no game: it taps what the table on the screen offers, at a point where a finger would meet it.
 *
 * It plays until a certain element is on the screen or it has made a number of taps. It returns what it has tapped, and
 * what was offered but could not be tapped. It runs inside the page, because a game has hundreds of taps.
 */
async ({ seed, patience, most, until }) => {
  // The last is the screen between two players at one device.
  const OFFERED = '.table button:not(:disabled, [aria-disabled=true]), .message .button.main'
  // Cards that do not fit, cancel buttons and the end of the round are not moves.
  const NOT_A_MOVE = '.held:not(.playable), .plain, .end *, .lesson *, .sort, .tab, .recap *'
  const KINDS = { held: 'hand', place: 'place', stack: 'pile', tile: 'player', pick: 'card', number: 'number', call: 'call', main: 'main' }

  // The player tries points this far apart in pixels, and a number of them must be free: 16 by 16 pixels. Only the places
  // of a crowded row are that small, and a tap on the card makes the same move.
  const [STEP_PIXELS, FREE_POINTS] = [8, 4]
  // What is offered may be covered for a moment; after this time it is a fault.
  const MAX_COVERED_MILLISECONDS = 60_000

  const report = { taps: {}, covered: [], stuck: '', words: [] }
  let state = seed
  const below = (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  const table = () => document.querySelector('.table')
  const over = () => document.querySelector(until) !== null
  const kind = (element) => Object.entries(KINDS).find(([name]) => element.classList.contains(name))?.[1] ?? 'button'
  const name = (element) => `${kind(element)} ${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60)}`

  /** Where a finger meets the element: the first free point, if enough points are free. */
  function point(element) {
    const box = element.getBoundingClientRect()
    const free = []
    for (let y = box.top + STEP_PIXELS / 2; y < box.bottom; y += STEP_PIXELS)
      for (let x = box.left + STEP_PIXELS / 2; x < box.right; x += STEP_PIXELS) {
        const met = document.elementFromPoint(x, y)
        if (met && element.contains(met)) free.push(met)
      }
    return free.length >= FREE_POINTS ? free[0] : null
  }

  function reach(element) {
    const met = point(element)
    if (met) return met
    element.scrollIntoView({ block: 'center' })
    return point(element)
  }

  /** Says what covers an element. */
  function above(element) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return `${name(element)} (${[left, top, width, height].map(Math.round)}) under ${met?.className || met?.tagName}`
  }

  function changed(most) {
    return new Promise((done) => {
      const finish = (what) => {
        observer.disconnect()
        clearTimeout(timer)
        done(what)
      }
      const observer = new MutationObserver(() => finish(true))
      const timer = setTimeout(() => finish(false), most)
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    })
  }

  const settled = () => new Promise((done) => setTimeout(done, 0))

  function offered() {
    const sheet = document.querySelector('.sheet') // it covers the rest
    return [...document.querySelectorAll(OFFERED)].filter((element) => !element.matches(NOT_A_MOVE) && element.checkVisibility() && (!sheet || sheet.contains(element)))
  }

  /** A button that the sentence of a lesson names. */
  function advised(found) {
    const sentence = document.querySelector('.lesson p')?.textContent ?? ''
    return found.find((element) => element.matches('.button') && sentence.includes(`„${element.textContent.trim()}“`))
  }

  /** Choose a move; choose a call now and then, and when there has been nothing else for a while. */
  function choose(found, idle) {
    const wanted = advised(found)
    if (wanted && below(2)) return wanted
    const moves = found.filter((element) => !element.classList.contains('call'))
    const calls = found.filter((element) => element.classList.contains('call'))
    if (calls.length && (idle > 2 || below(40) === 0)) return calls[below(calls.length)]
    const main = moves.find((element) => element.classList.contains('main'))
    if (main && below(2)) return main
    return moves.length ? moves[below(moves.length)] : null
  }

  const click = (element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))

  async function tap(element) {
    const from = performance.now()
    let met = reach(element)
    while (!met && performance.now() - from < MAX_COVERED_MILLISECONDS) {
      await changed(50)
      if (!offered().includes(element)) return false // the table has changed meanwhile
      met = reach(element)
    }
    if (!met) report.covered.push(above(element))
    else click(met)
    report.taps[kind(element)] = (report.taps[kind(element)] ?? 0) + 1
    report.words.push(name(element))
    return true
  }

  const begun = performance.now()
  let idle = 0
  for (let taps = 0; !over() && taps < most && !report.covered.length; ) {
    if (performance.now() - begun > patience) {
      report.stuck = `${taps} taps, the last: ${report.words.slice(-8).join(' / ')}; ${table()?.innerText.replace(/\s+/g, ' ')}`
      break
    }
    document.querySelector('.moment')?.click() // what is shown large has been seen
    const chosen = table()?.dataset.busy !== 'true' ? choose(offered(), idle) : null
    if (chosen) {
      if (await tap(chosen)) taps++
      idle = 0
      await settled()
    } else if (await changed(200)) await settled()
    else idle++
  }
  report.words = report.words.slice(-20)
  return report
}

/**
 * A player who knows no game: it taps what the table on the screen offers, at a point where a finger would meet it.
 *
 * Plays until the end of a round is on the screen, or so many taps long, and answers what it has tapped and what could
 * not be tapped although it was offered. Runs inside the page, because a game has hundreds of taps.
 */
async ({ seed, patience, most }) => {
  // The last is the screen between two players at one device.
  const OFFERED = '.table button:not(:disabled, [aria-disabled=true]), .table form.range, .message .button.main'
  // Cards that do not fit, ways back, steps of a number and the end of the round are no moves.
  const NOT_A_MOVE = '.held:not(.playable), .plain, .range button, .end *, .lesson *'
  const KINDS = { held: 'hand', place: 'place', stack: 'pile', tile: 'player', pick: 'card', number: 'number', range: 'number', call: 'call', main: 'main' }

  const report = { taps: {}, covered: [], stuck: '', words: [] }
  let state = seed
  const below = (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  const table = () => document.querySelector('.table')
  const over = () => document.querySelector('.table .end h2') !== null
  const kind = (element) => Object.entries(KINDS).find(([name]) => element.classList.contains(name))?.[1] ?? 'button'
  const name = (element) => `${kind(element)} ${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60)}`

  /** Where a finger meets the element: in the middle, or on the strip of a card that the next one leaves free. */
  function point(element) {
    const box = element.getBoundingClientRect()
    for (const x of [box.left + box.width / 2, box.left + Math.min(15, box.width / 4)])
      for (const y of [box.top + box.height / 2, box.top + box.height / 4]) {
        const met = document.elementFromPoint(x, y)
        if (met && element.contains(met)) return met
      }
    return null
  }

  function reach(element) {
    const met = point(element)
    if (met) return met
    element.scrollIntoView({ block: 'center' })
    return point(element)
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
    return [...document.querySelectorAll(OFFERED)].filter((element) => !element.matches(NOT_A_MOVE) && element.checkVisibility())
  }

  /** Calls are for somebody quick: now and then, or when there is nothing else for a while. */
  function choose(found, idle) {
    const moves = found.filter((element) => !element.classList.contains('call'))
    const calls = found.filter((element) => element.classList.contains('call'))
    if (calls.length && (idle > 2 || below(40) === 0)) return calls[below(calls.length)]
    const main = moves.find((element) => element.classList.contains('main'))
    if (main && below(2)) return main
    return moves.length ? moves[below(moves.length)] : null
  }

  const click = (element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))

  function enter(form) {
    const field = form.querySelector('input')
    const [low, high] = [Number(field.dataset.low), Number(field.dataset.high)]
    field.value = String(low + below(high - low + 1))
    field.dispatchEvent(new Event('input', { bubbles: true }))
    click(reach(form.querySelector('.main')) ?? form)
  }

  function tap(element) {
    const met = reach(element)
    if (!met) report.covered.push(name(element))
    else if (element.matches('form')) enter(element)
    else click(met)
    report.taps[kind(element)] = (report.taps[kind(element)] ?? 0) + 1
    report.words.push(name(element))
  }

  const begun = performance.now()
  let idle = 0
  for (let taps = 0; !over() && taps < most; ) {
    if (performance.now() - begun > patience) {
      report.stuck = `${taps} taps, the last: ${report.words.slice(-8).join(' / ')}; ${table()?.innerText.replace(/\s+/g, ' ')}`
      break
    }
    const chosen = table()?.dataset.busy !== 'true' ? choose(offered(), idle) : null
    if (chosen) {
      tap(chosen)
      taps++
      idle = 0
      await settled()
    } else if (await changed(200)) await settled()
    else idle++
  }
  report.words = report.words.slice(-20)
  return report
}

/**
 * Plays classic against three bots, over the port of the page's engine or, without one, with its server. It makes the
 * first move offered. It returns the milliseconds of its moves; what each move of the round has shown, with the
 * milliseconds since the move before it where a bot has made it; and those of all. It ends with the round, or after a
 * number of moves as soon as it is on turn: nobody thinks then.
 */
async ({ level, most }) => {
  let next = (window.nextId = (window.nextId ?? 2_000_000) + 10_000) // no round hears another one
  const port = {
    request: (path, body) =>
      new Promise((done) => {
        const id = next++
        const hear = ({ data }) => {
          if (data.type !== 'response' || data.id !== id) return
          engine.removeEventListener('message', hear)
          done(data.body)
        }
        engine.addEventListener('message', hear)
        engine.postMessage({ type: 'request', id, method: 'POST', path, body })
      }),
    open(path, onOpen, onMessage) {
      const id = (next += 1000)
      engine.addEventListener('message', ({ data }) => {
        if (data.id !== id) return
        if (data.type === 'opened') onOpen()
        if (data.type === 'message') onMessage(data.text)
      })
      engine.postMessage({ type: 'open', id, path })
      return (text) => engine.postMessage({ type: 'send', id, text })
    },
  }
  const server = {
    request: async (path, body) => (await fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).text(),
    open(path, onOpen, onMessage) {
      const socket = new WebSocket(path)
      socket.onopen = onOpen
      socket.onmessage = ({ data }) => onMessage(data)
      return (text) => socket.send(text)
    },
  }
  const host = window.engine ? port : server

  const settings = { game: 'classic', seats: 4, rounds: 1, pace: 'instant' }
  const { table } = JSON.parse(await host.request('api/tables', JSON.stringify({ name: 'B', settings, fill: level })))
  const choose = (form) => [form.verb, ...(form.choices ?? []).map(({ of, low }) => of?.[0] ?? low)].join(' ')
  const own = []
  const played = []

  return new Promise((done) => {
    let [id, sent, last, begun, busy, mine, ended, view] = ['', 0, 0, 0, false, false, false, null]
    const post = (message) => send(JSON.stringify(message))
    const send = host.open(`ws/tables/${table}`, () => post({ type: 'start', fill: level, id: 'start' }), hear)

    function move() {
      const form = view?.view.moves?.[0]
      if (ended) return
      if (view?.view.outcome || (form && played.length >= most)) {
        ended = true
        done({ own, played, all: performance.now() - begun })
      } else if (form && !busy) {
        busy = mine = true
        sent = performance.now()
        id = String(sent)
        post({ type: 'move', move: choose(form), id })
      }
    }

    function hear(text) {
      const answer = JSON.parse(text)
      if (answer.type === 'done' && answer.id === id) {
        own.push(performance.now() - sent)
        busy = false
      }
      if (answer.type === 'event' && answer.what.kind === 'played') {
        const now = performance.now()
        played.push({ shown: answer.shown ?? [], milliseconds: mine || !last ? null : now - last })
        mine = false
        last = now
        begun ||= last
      }
      if (answer.view) view = answer.view
      if (!busy) move()
    }
  })
}

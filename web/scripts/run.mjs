/**
 * Runs the built engine for tests: `node scripts/run.mjs ENGINE`. It speaks in lines of JSON. A line that comes in begins a
 * host, is a message of its page, or an answer of its database, which lies in the test; see tests/packed_engine.py.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gunzipSync } from 'node:zlib'
import { loadPyodide } from 'pyodide'

const PACKAGES = '/lib/python3.14/site-packages'
const NETS = '/lib/nets'
/** Secrets that depend on their length alone. */
const ENTROPY = 'lambda size: (b"%d" % size).ljust(size, b"\\x5a")[:size]'

const [folder] = process.argv.slice(2)
const { files } = JSON.parse(readFileSync(join(folder, 'engine.json'), 'utf8'))
const read = (part) => new Uint8Array(gunzipSync(readFileSync(join(folder, files[part].path))))
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

async function loadEngine() {
  const unpacked = mkdtempSync(join(tmpdir(), 'reihum-'))
  writeFileSync(join(unpacked, 'library.zip'), read('library'))
  const pyodide = await loadPyodide({ stdLibURL: join(unpacked, 'library.zip'), stdout: console.error })
  rmSync(unpacked, { recursive: true })
  pyodide.unpackArchive(read('packages'), 'zip', { extractDir: PACKAGES })
  pyodide.unpackArchive(read('nets'), 'zip', { extractDir: NETS })
  pyodide.FS.writeFile('/lib/reihum.zip', read('reihum'))
  pyodide.runPython('import sys; sys.path.append("/lib/reihum.zip")')
  pyodide.pyimport('reihum.browser').prepare(`${PACKAGES}/kernels.wasm`, NETS)
  return pyodide
}

/** The database of a host: each call is a line out, and a line in that answers it. */
class Database {
  calls = []

  constructor(host) {
    this.host = host
  }

  call(method, text) {
    say({ host: this.host, call: this.calls.length, method, text })
    return new Promise((done) => this.calls.push(done))
  }

  read = (queries) => this.call('read', queries)
  write = (steps) => this.call('write', steps)
  count = (store) => this.call('count', store)
  tell() {}
  listen() {}
  close() {}
}

const pyodide = await loadEngine()
const start = pyodide.pyimport('reihum.browser').start
const entropy = pyodide.runPython(ENTROPY)
const hosts = new Map()

async function begin(host, site) {
  const database = new Database(host)
  hosts.set(host, { database })
  const receive = await start.callKwargs((message) => say({ host, message }), database, site, { entropy })
  hosts.set(host, { database, receive })
  say({ host, message: { type: 'ready' } })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { host, site, message, call, answer } = JSON.parse(line)
  if (site) void begin(host, site)
  else if (message) hosts.get(host).receive(message)
  else hosts.get(host).database.calls[call](answer)
}).on('close', () => process.exit())

/** Packs the engine for browsers with Pyodide's own Python: `node scripts/engine.mjs WHEELS OUT`. See tools/packing.py. */
import { copyFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadPyodide } from 'pyodide'

process.on('uncaughtException', (error) => {
  console.error(error.message) // Node would show all of Pyodide's code before it
  process.exit(1)
})

const [wheels, out] = process.argv.slice(2).map((path) => resolve(path))
const NAMES = { 'pyodide.mjs': 'pyodide.js', 'pyodide.asm.mjs': 'pyodide.asm.js', 'pyodide.asm.wasm': 'python.wasm' }

async function pack() {
  const pyodide = await loadPyodide()
  const folders = { '/repository': '..', '/wheels': wheels, '/out': out }
  for (const [inside, outside] of Object.entries(folders)) pyodide.mountNodeFS(inside, resolve(outside))
  pyodide.runPython(`
import sys
sys.path.append("/repository")
from pathlib import Path
from tools.packing import pack
pack(Path("/repository/src"), Path("/lib/python314.zip"), Path("/wheels"), Path("/repository/build/site/kernels.wasm"), Path("/out"))
`)
  for (const [from, to] of Object.entries(NAMES)) copyFileSync(`node_modules/pyodide/${from}`, `${out}/${to}`)
}

/** Import everything of ours as a browser does, with nothing but what was packed. */
async function check() {
  const read = (name) => new Uint8Array(readFileSync(`${out}/${name}`))
  const pyodide = await loadPyodide({ stdLibURL: `${out}/library.zip` })
  pyodide.unpackArchive(read('packages.zip'), 'zip', { extractDir: '/lib/python3.14/site-packages' })
  pyodide.unpackArchive(read('nets.zip'), 'zip', { extractDir: '/lib/nets' })
  pyodide.FS.writeFile('/lib/reihum.zip', read('reihum.zip'))
  pyodide.FS.writeFile('/packing.py', new Uint8Array(readFileSync('../tools/packing.py')))
  pyodide.runPython(`
import sys
sys.path += ["/lib/reihum.zip", "/"]
from pathlib import Path
from packing import check
check(Path("/lib/reihum.zip"), Path("/lib/python3.14/site-packages/kernels.wasm"), Path("/lib/nets"))
`)
}

await pack()
await check()
process.exit()

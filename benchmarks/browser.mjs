// Runs benchmarks/thinking.py in Pyodide: `node browser.mjs PYODIDE WHEELS KERNELS`, from the root of the repository.
// The clock is the processor time of Node.
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [pyodideFolder, wheels, kernels] = process.argv.slice(2).map((path) => resolve(path))
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href)
const pyodide = await loadPyodide()
for (const wheel of readdirSync(wheels)) pyodide.unpackArchive(new Uint8Array(readFileSync(`${wheels}/${wheel}`)), 'wheel')
pyodide.mountNodeFS('/repository', process.cwd())
pyodide.FS.writeFile('/kernels.wasm', new Uint8Array(readFileSync(kernels)))
globalThis.readClock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
console.log(
  pyodide.runPython(`
import json, sys
sys.path += ["/repository", "/repository/src"]
from js import readClock
from reihum.simulator import load_kernels
load_kernels("/kernels.wasm")
from benchmarks.thinking import measure
json.dumps(measure(readClock))
`),
)
process.exit()

/** Runs the command of an installed wheel with Pyodide's Python: `node scripts/command.mjs PACKAGES [WORD …]`. */
import { resolve } from 'node:path'
import { loadPyodide } from 'pyodide'

process.on('uncaughtException', (error) => {
  console.error(error.message) // Node would show all of Pyodide's code before it
  process.exit(1)
})

const [packages, ...words] = process.argv.slice(2)
const pyodide = await loadPyodide({ env: { HOME: '/home/pyodide', LANG: 'en' } })
pyodide.mountNodeFS('/packages', resolve(packages))
pyodide.globals.set('words', pyodide.toPy(words))
const status = pyodide.runPython(`
import sys
from importlib.metadata import entry_points
print(sys.version, sys.platform, file=sys.stderr)
sys.path.append("/packages")
sys.argv[1:] = words
(command,) = entry_points(group="console_scripts", name="reihum")
command.load()()
`)
process.exit(status)

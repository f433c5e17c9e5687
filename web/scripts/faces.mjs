// Prints the card faces of the page as JSON, drawn by Card.svelte itself: `python -m tools.faces` asks for them.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { compile } from 'svelte/compiler'
import { render } from 'svelte/server'
import ts from 'typescript'

const read = (name) => readFile(new URL(`../src/${name}`, import.meta.url), 'utf8')
const folder = new URL(`../node_modules/.faces-${process.pid}/`, import.meta.url)
const { js, css } = compile(await read('cards/Card.svelte'), { generate: 'server', filename: 'Card.svelte', dev: false })
const shapes = ts.transpileModule(await read('cards/shapes.ts'), { compilerOptions: { module: 'ESNext', target: 'ES2022' } })

const numbers = ['R', 'Y', 'G', 'B'].flatMap((colour) => [`${colour}1`, `${colour}11`])
const cards = [...numbers, ...numbers.map((card) => `J>${card}`), 'J', '?']
try {
  await mkdir(folder)
  await writeFile(new URL('shapes.mjs', folder), shapes.outputText)
  await writeFile(new URL('Card.mjs', folder), js.code.replace("'./shapes'", "'./shapes.mjs'"))
  const { default: Card } = await import(new URL('Card.mjs', folder))
  const faces = Object.fromEntries(cards.map((card) => [card, render(Card, { props: { card } }).body]))
  console.log(JSON.stringify({ faces, css: css.code, tokens: await read('styles/tokens.css') }))
} finally {
  await rm(folder, { recursive: true, force: true })
}

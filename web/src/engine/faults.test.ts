import { expect, test } from 'vitest'
import { isCapable } from './engine.svelte'
import { judgeFault } from './faults'
import { MissingFile } from './files'

/** Errors as browsers throw them, and Python's as Pyodide shows it. */
const MEMORY = [
  new RangeError('WebAssembly.Memory(): could not allocate memory'),
  new Error('out of memory'),
  new WebAssembly.CompileError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory'),
  new Error('Traceback (most recent call last):\n  File "<exec>", line 1\nMemoryError'),
]
const LOAD = [new MissingFile('engine/python.bin'), new TypeError('Failed to fetch'), new TypeError('error loading dynamically imported module')]
const OLD = [new WebAssembly.CompileError('invalid value type'), new ReferenceError('WebAssembly is not defined')]

test.each([
  ['memory', MEMORY],
  ['load', LOAD],
  ['old', OLD],
  ['start', [new TypeError('x is not a function'), new Error('anything else'), 'a text']],
])('the fault %s', (fault, errors: unknown[]) => {
  expect(errors.map(judgeFault)).toEqual(errors.map(() => fault))
})

test('a browser that lacks one thing cannot run the engine', () => {
  const whole = { Worker: {}, WebAssembly: {}, indexedDB: {}, DecompressionStream: {} }
  expect(isCapable(whole)).toBe(true)
  for (const name of Object.keys(whole)) expect(isCapable({ ...whole, [name]: undefined })).toBe(false)
})

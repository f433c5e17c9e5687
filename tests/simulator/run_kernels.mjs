// Runs kernels in Node: `node run_kernels.mjs KERNELS NAMES < calls > results`, all in words of eight bytes.
// A call is the index of its kernel, the number of its arguments, and each argument: −1 and a number, or a length and that
// many words. The answer to a call is its status, its result, and all arrays as the kernel has left them.
import { readFileSync, writeFileSync } from 'node:fs'

const STACK = 1 << 20
const [path, names] = process.argv.slice(2)
const memory = new WebAssembly.Memory({ initial: 1024 })
const constant = (value) => new WebAssembly.Global({ value: 'i32' }, value)
const env = {
  memory,
  __memory_base: constant(STACK),
  __table_base: constant(0),
  __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, STACK),
}
const { instance } = await WebAssembly.instantiate(readFileSync(path), { env })
instance.exports.__wasm_apply_data_relocs?.()

const words = new BigInt64Array(memory.buffer)
const input = new BigInt64Array(new Uint8Array(readFileSync(0)).buffer)
const results = []
let at = 0
const next = () => Number(input[at++])
while (at < input.length) {
  const kernel = instance.exports[names.split(',')[next()]]
  const numbers = [0n]
  const arrays = []
  let free = (STACK + (1 << 16)) / 8
  for (let left = next(); left > 0; left--) {
    const length = next()
    if (length < 0) numbers.push(input[at++])
    else {
      words.set(input.subarray(at, at + length), free)
      numbers.push(BigInt(8 * free), BigInt(length))
      arrays.push([free, length])
      at += length
      free += length
    }
  }
  words.set(numbers, free)
  results.push(BigInt(kernel(8 * free)), words[free])
  for (const [begin, length] of arrays) for (const word of words.subarray(begin, begin + length)) results.push(word)
}
writeFileSync(1, new Uint8Array(new BigInt64Array(results).buffer))

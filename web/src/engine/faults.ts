/** Why an engine cannot start. */
import { MissingFile } from './files'

/** ``old``: the browser lacks something; ``memory``: there is too little; ``load``: files are missing; ``start``: anything else. */
export type EngineFault = 'old' | 'memory' | 'load' | 'start'

/** What an error at the start means for people. */
export function judgeFault(error: unknown): EngineFault {
  const text = String(error)
  if (error instanceof RangeError || /out of memory|memory allocation|MemoryError/i.test(text)) return 'memory'
  if (error instanceof MissingFile || (error instanceof TypeError && /fetch|import/i.test(text))) return 'load'
  return error instanceof WebAssembly.CompileError || error instanceof ReferenceError ? 'old' : 'start'
}

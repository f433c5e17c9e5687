/** A part of a text: some words, or numbered steps, perhaps below a title. */
export interface Block {
  text: string
  steps: string[]
}

const NUMBER = /^\d+\. /

/** Split a text into its blocks. A blank line separates them; a line that begins with a number is a step. */
export function splitBlocks(text: string): Block[] {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n')
    const steps = lines.filter((line) => NUMBER.test(line))
    return { text: lines.filter((line) => !steps.includes(line)).join(' '), steps: steps.map((step) => step.replace(NUMBER, '')) }
  })
}

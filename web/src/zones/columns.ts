/** How many places of a grid stand side by side. */

const GAP_PIXELS = 6

/** A grid keeps the columns that its game has chosen unless cards get this much wider with others. */
const WORTH_IT = 1.12

/** The number of columns with the widest cards, for a number of places and a room in pixels. */
export function chooseColumns(count: number, usual: number, width: number, height: number): number {
  const wide = (columns: number) => {
    const lines = Math.ceil(count / columns)
    return Math.min((width - GAP_PIXELS * (columns - 1)) / columns, ((height - GAP_PIXELS * (lines - 1)) / lines) / 1.5)
  }
  const best = Array.from({ length: count }, (_, at) => at + 1).reduce((found, columns) => (wide(columns) > wide(found) + 0.01 ? columns : found), 1)
  return wide(best) > wide(usual) * WORTH_IT ? best : usual
}

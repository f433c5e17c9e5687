/** Draws the picture of a result in the look of the page, always on light paper. */
import { avatar, SHAPES } from '../cards/shapes'
import type { ResultPicture } from '../state/result'

const INK = '#22303a'
const SOFT = '#55626b'
const PAPER = '#f3ede1'
const RAISED = '#fffdf8'
const TINTS = { R: '#c9302c', Y: '#f4b400', G: '#1c8350', B: '#1f62ad', V: '#6b4a9e', K: '#22303a' }
const EDGE = 72

export async function drawResult(canvas: HTMLCanvasElement, picture: ResultPicture): Promise<void> {
  await document.fonts?.load('600 48px "Jost Variable"')
  canvas.width = picture.width
  canvas.height = picture.height
  const brush = canvas.getContext('2d')!
  brush.fillStyle = PAPER
  brush.fillRect(0, 0, picture.width, picture.height)
  brush.fillStyle = INK
  brush.fillRect(0, 0, picture.width, 18)
  for (const [at, colour] of (['R', 'Y', 'G', 'B'] as const).entries()) drawShape(brush, colour, TINTS[colour], EDGE + at * 62, 66, 50)
  write(brush, picture.title, { x: EDGE, y: 206, size: 76, weight: 700, room: picture.width - 2 * EDGE })
  write(brush, [picture.day, picture.unit].filter(Boolean).join(' · '), { x: EDGE, y: 270, size: 38, colour: SOFT, room: picture.width - 2 * EDGE })
  for (const row of picture.rows) drawRow(brush, row, picture.width)
  write(brush, picture.footer, { x: EDGE, y: picture.height - 60, size: 34, colour: SOFT })
}

function drawRow(brush: CanvasRenderingContext2D, row: ResultPicture['rows'][number], width: number): void {
  const { y } = row
  brush.fillStyle = RAISED
  brush.strokeStyle = INK
  brush.lineWidth = row.won ? 6 : 2
  brush.beginPath()
  brush.roundRect(EDGE, y, width - 2 * EDGE, row.high, 20)
  brush.fill()
  brush.stroke()
  const middle = y + row.high / 2 + 16
  write(brush, row.place, { x: EDGE + 30, y: middle, size: 48, weight: 700 })
  drawShape(brush, avatar(row.seat), TINTS[avatar(row.seat)], EDGE + 124, y + row.high / 2 - 24, 48)
  write(brush, row.name, { x: EDGE + 198, y: middle, size: 46, weight: row.won ? 700 : 500, room: width - 2 * EDGE - 400 })
  write(brush, row.points, { x: width - EDGE - 32, y: middle, size: 52, weight: 700, right: true })
}

function drawShape(brush: CanvasRenderingContext2D, colour: keyof typeof SHAPES, tint: string, x: number, y: number, size: number): void {
  brush.save()
  brush.translate(x, y)
  brush.scale(size / 24, size / 24)
  brush.fillStyle = tint
  brush.fill(new Path2D(SHAPES[colour]))
  brush.restore()
}

interface Line {
  x: number
  y: number
  size: number
  weight?: number
  colour?: string
  right?: boolean
  /** The width that the text may take; a longer one is cut with an ellipsis. */
  room?: number
}

function write(brush: CanvasRenderingContext2D, text: string, line: Line): void {
  brush.font = `${line.weight ?? 500} ${line.size}px "Jost Variable", Futura, system-ui, sans-serif`
  brush.fillStyle = line.colour ?? INK
  brush.textAlign = line.right ? 'right' : 'left'
  let shown = text
  while (line.room && shown && brush.measureText(shown === text ? text : `${shown}…`).width > line.room) shown = [...shown].slice(0, -1).join('')
  brush.fillText(shown === text ? text : `${shown}…`, line.x, line.y)
}

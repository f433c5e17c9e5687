/** Every pair of colours that carries meaning can be told apart (WCAG AA), light and dark. */
import { expect, test } from 'vitest'
import css from './tokens.css?raw'

const read = (block: string) => Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((found) => [found[1]!, found[2]!]))
const light = read(css.slice(0, css.indexOf('}')))
const dark = { ...light, ...read(css.slice(css.indexOf("[data-theme='dark']"))) }

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const hex = (parts: number[]) => `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (a: string, b: string, share: number) => hex(channels(a).map((part, at) => part * share + channels(b)[at]! * (1 - share)))

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high! + 0.05) / (low! + 0.05)
}

const COLOURS = ['red', 'yellow', 'green', 'blue', 'violet', 'joker'] as const

test.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, token) => {
  const paper = token.paper!
  const text: [string, string, string][] = [
    ['ink', token.ink!, paper],
    ['ink on panels', token.ink!, token.raised!],
    ['soft ink', token['ink-soft']!, paper],
    ['soft ink on panels', token['ink-soft']!, token.raised!],
    ['buttons', paper, token.ink!],
    ['alarm', token.alarm!, paper],
    ['alarm on panels', token.alarm!, token.raised!],
  ]
  const lines: [string, string, string][] = [['focus', token.focus!, paper]]
  for (const colour of COLOURS) {
    const [tint, on] = [token[colour]!, token[`on-${colour}`]!]
    text.push([`${colour} card`, on, tint])
    text.push([`${colour} card, muted`, on, mix(tint, token.muted!, 0.58)])
    text.push([`${colour} figure`, mix(tint, token.ink!, 0.35), paper])
    lines.push([`${colour} place`, mix(tint, token.ink!, 0.62), paper])
  }
  const poor = [...text.filter(([, a, b]) => contrast(a, b) < 4.5), ...lines.filter(([, a, b]) => contrast(a, b) < 3)]
  expect(poor.map(([what, a, b]) => `${what}: ${contrast(a, b).toFixed(2)}`)).toEqual([])
})

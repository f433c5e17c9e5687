import { expect, it } from 'vitest'
import { LEVELS } from '../state/levels'
import { FACES } from './faces'

it('has a face for every level that is offered, each of its own', () => {
  const drawn = LEVELS.map((level) => JSON.stringify(FACES[level]))
  expect(new Set(drawn).size).toBe(LEVELS.length)
  expect(drawn).not.toContain(undefined)
})

it('draws valid paths', () => {
  for (const face of Object.values(FACES)) for (const { path } of face.parts) expect(path).not.toMatch(/NaN|undefined/)
})

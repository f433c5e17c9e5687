import { expect, test } from 'vitest'
import { groupEvenings, leaders } from './evenings'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
const match = (time: number, ...won: string[]) => ({
  entry: 'scored' as const,
  at: time,
  table: `t-${time}`,
  game: 'junior',
  scores: [...won.map((person) => ({ name: person, person, points: 1, place: 1 })), { name: '', points: 0, place: 2 }],
})

test('an evening goes on after midnight', () => {
  const found = groupEvenings([match(at(15, 1), 'b'), match(at(14, 21), 'a', 'b'), match(at(15, 20), 'a')])
  expect(found.map((evening) => evening.matches.map((one) => one.winners))).toEqual([[['a', 'b'], ['b']], [['a']]])
})

test('only the last evenings are shown, the newest last', () => {
  const found = groupEvenings(Array.from({ length: 12 }, (_, day) => match(at(day + 1, 20), 'a')))
  expect(found.length).toBe(8)
  expect(new Date(found.at(-1)!.at).getDate()).toBe(12)
})

test('a bot that wins has no id', () => {
  const [evening] = groupEvenings([{ ...match(at(1, 20)), scores: [{ name: '', points: 3, place: 1, level: 'solid' }] }])
  expect(evening!.matches[0]!.winners).toEqual([''])
})

test('those with the most wins lead together; nobody leads before the first win', () => {
  const line = (name: string, wins: number) => ({ person: name, name, matches: 3, wins, streak: 0, best_streak: 0 })
  expect(leaders([line('a', 2), line('b', 2), line('c', 1)]).map((one) => one.name)).toEqual(['a', 'b'])
  expect(leaders([line('a', 0)])).toEqual([])
})

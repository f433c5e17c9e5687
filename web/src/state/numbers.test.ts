import { expect, test } from 'vitest'
import { isOpen, splitRange } from './numbers'

const written = (low: number, high: number) => splitRange({ low, high }).map((part) => (part.low === part.high ? `${part.low}` : `${part.low}–${part.high}`)).join(' ')

test('few numbers are offered at once', () => {
  expect(written(3, 9)).toBe('3 4 5 6 7 8 9')
  expect(written(30, 39)).toBe('30 31 32 33 34 35 36 37 38 39')
})

test('of a long range the tens are offered first, and a part of one number is that number', () => {
  expect(written(4, 80)).toBe('4–9 10–19 20–29 30–39 40–49 50–59 60–69 70–79 80')
})

test('a very long range begins with hundreds or more', () => {
  expect(written(1, 500)).toBe('1–99 100–199 200–299 300–399 400–499 500')
  expect(splitRange({ low: 0, high: 123_456 })).toHaveLength(2)
})

test('a part is closed when all its numbers are gone', () => {
  expect(isOpen({ low: 80, high: 80 }, [80])).toBe(false)
  expect(isOpen({ low: 70, high: 72 }, [70, 72, 80])).toBe(true)
  expect(isOpen({ low: 70, high: 72 }, [70, 71, 72])).toBe(false)
})

import { expect, test } from 'vitest'
import { isAppleBrowser } from './device'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'

test.each([
  ['an iPhone in the browser', { userAgent: IPHONE, maxTouchPoints: 5 }, true],
  ['an iPad, which says it is a Mac', { userAgent: MAC, maxTouchPoints: 5 }, true],
  ['an iPhone with the page on its home screen', { userAgent: IPHONE, maxTouchPoints: 5, standalone: true }, false],
  ['a Mac', { userAgent: MAC, maxTouchPoints: 0 }, false],
])('%s', (_, device, expected) => {
  expect(isAppleBrowser(device)).toBe(expected)
})

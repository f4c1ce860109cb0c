import { describe, expect, it } from 'vitest'
import { isStaleChunk, mayReload } from './stale-chunk.ts'

const now = 1_000_000

describe('D10 a stale chunk reloads the page', () => {
  it.each([
    ['the first time', {}, true],
    ['not again within ten seconds', { '/login': now - 9_999 }, false],
    ['again after ten seconds', { '/login': now - 10_000 }, true],
    ['on another path at once', { '/register': now - 1 }, true],
    ['when the clock was set back', { '/login': now + 60_000 }, true],
  ])('D10 %s', (_, reloads, expected) => {
    expect(mayReload('/login', now, reloads)).toBe(expected)
  })

  it.each([
    [new TypeError('Failed to fetch dynamically imported module: /assets/a.js'), true],
    [new TypeError('error loading dynamically imported module'), true],
    [new TypeError('Importing a module script failed.'), true],
    [new Error('Unable to preload CSS for /assets/a.css'), true],
    [new TypeError('x is not a function'), false],
    ['a text', false],
  ])('D10 tells %s from other errors', (error, expected) => {
    expect(isStaleChunk(error)).toBe(expected)
  })
})

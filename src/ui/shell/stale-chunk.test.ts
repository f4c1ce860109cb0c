import { describe, expect, it } from 'vitest'
import { canReach, fileIn, isStaleChunk, mayReload } from './stale-chunk.ts'

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

  it.each([
    ['an answer', true, async () => new Response(), true],
    ['a 404, as after a deployment', true, async () => new Response(null, { status: 404 }), true],
    ['no answer', true, async () => Promise.reject(new TypeError('Failed to fetch')), false],
    ['a device that knows that it is offline', false, async () => new Response(), false],
  ])('D10 with %s: a reload is %s worth it', async (_, isOnline, fetch, expected) => {
    expect(await canReach('/assets/a.js', isOnline, fetch)).toBe(expected)
  })

  it('D10 finds the file that is asked for', () => {
    expect(fileIn('Failed to fetch dynamically imported module: https://site.test/assets/a-1.js')).toBe('https://site.test/assets/a-1.js')
    expect(fileIn('Unable to preload CSS for /assets/a.css')).toBe('/assets/a.css')
    expect(fileIn('Importing a module script failed.')).toBeUndefined()
  })
})

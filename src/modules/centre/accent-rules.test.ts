import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, toHex, toOklch } from '#lib/oklch.ts'
import { accentOf, accentStyle, leastContrast } from './accent-rules.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('OKLCH', () => {
  it('has the lightness, chroma and hue of known colours', () => {
    expect(toOklch('#ffffff').l).toBeCloseTo(1, 3)
    expect(toOklch('#ff0000')).toMatchObject({ l: expect.closeTo(0.628, 3), c: expect.closeTo(0.2577, 3), h: expect.closeTo(29.23, 1) })
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  })

  it('gives every colour of the screen back', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        expect(toHex(toOklch(hex))).toBe(hex)
      }),
    )
  })

  it('takes chroma from a colour that no screen can show, and keeps its hue', () => {
    const shown = toOklch(toHex({ l: 0.6, c: 0.4, h: 150 }))
    expect(shown.c).toBeLessThan(0.25)
    expect(shown.h).toBeCloseTo(150, -1)
    expect(shown.l).toBeCloseTo(0.6, 2)
  })
})

describe('the accent', () => {
  it('can be read in both schemes, as text and on buttons, whatever colour was chosen', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        for (const { shades, shown, onButton } of Object.values(accentOf(hex))) {
          expect(shown).toBeGreaterThanOrEqual(leastContrast)
          expect(onButton).toBeGreaterThanOrEqual(leastContrast)
          expect(contrast(shades.primaryStrong, shades.onPrimary)).toBeGreaterThanOrEqual(leastContrast)
          expect(contrast(shades.primaryStrong, shades.primarySoft)).toBeGreaterThanOrEqual(leastContrast)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('stays as chosen where it is strong enough, and says in which direction it was changed where it is not', () => {
    const navy = accentOf('#123c7c')
    expect(navy.light).toMatchObject({ change: 'none', shades: { primary: '#123c7c' } })
    expect(navy.dark.change).toBe('lighter')
    expect(navy.dark.chosen).toBeLessThan(leastContrast)
    const yellow = accentOf('#ffd400')
    expect(yellow.light.change).toBe('darker')
    expect(yellow.dark).toMatchObject({ change: 'none', shades: { primary: '#ffd400' } })
  })

  it('keeps its hue when it is changed', () => {
    const { h } = toOklch('#e85d9e')
    expect(toOklch(accentOf('#e85d9e').light.shades.primary).h).toBeCloseTo(h, -1)
  })

  it('is checked against the backgrounds that the pages have', () => {
    const theme = readFileSync(new URL('../../ui/theme.css', import.meta.url), 'utf8')
    const values = (name: string) => [...theme.matchAll(new RegExp(`${name}: (#[0-9a-f]{6})`, 'g'))].map(([, value]) => value)
    const source = readFileSync(new URL('./accent-rules.ts', import.meta.url), 'utf8')
    for (const name of ['--bg', '--paper', '--sunken']) {
      expect(values(name)).toHaveLength(2)
      for (const value of values(name)) expect(source).toContain(`'${value}'`)
    }
  })

  it('is dark enough under white words where a page is dark in both schemes', () => {
    fc.assert(
      fc.property(colour, (hex) => {
        const css = accentStyle(hex)
        for (const name of ['--hero', '--hero-deep']) {
          const [, shade] = new RegExp(`${name}:(#[0-9a-f]{6})`).exec(css)!
          expect(contrast(shade!, '#ffffff')).toBeGreaterThanOrEqual(leastContrast)
        }
      }),
    )
  })

  it('is written as CSS that beats the theme in both schemes', () => {
    expect(accentStyle('#123c7c')).toMatch(
      /^:root:root\[data-scheme\]\{--primary:#123c7c;.*\}[^{}]*\[data-scheme='dark'\][^{}]*\{--primary:#[0-9a-f]{6};/,
    )
  })
})

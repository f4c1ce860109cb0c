import { describe, expect, it } from 'vitest'
import { readQr } from '#testing/read-qr.ts'
import { qrModules, qrPath } from './qr.ts'

// What this drawing says was read back once by a decoder that is not ours (jsQR 1.4.0).
const fieldhouse = `
#######.#...#.#######
#.....#...##..#.....#
#.###.#.###.#.#.###.#
#.###.#.....#.#.###.#
#.###.#..#.##.#.###.#
#.....#.#..##.#.....#
#######.#.#.#.#######
.........##.#........
#.#...##.##....#..#.#
#..###.##..#.##..#.#.
####.###.#.###.##.#.#
..#..#.###.#.##.#..##
.######..#######..##.
........##.....###..#
#######.##....#..#.##
#.....#.....#.....##.
#.###.#..#....#.#.#.#
#.###.#...##.#####...
#.###.#.######.#.#.##
#.....#..###.##.#.#.#
#######.#..#######.##
`

const drawn = (modules: boolean[][]) => `\n${modules.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n')}\n`

describe('a QR code', () => {
  it('is drawn as the standard says', () => {
    expect(drawn(qrModules('FIELDHOUSE'))).toBe(fieldhouse)
  })

  it('says what was written, to a reader made after the standard alone, in every size and with every mask', () => {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
    const text = (length: number, seed: number) =>
      Array.from({ length }, (_, n) => letters[(n * n * 7 + n * (seed + 3) + seed * 11) % letters.length]).join('')
    const texts = [...Array.from({ length: 61 }, (_, n) => text(n + 1, 0)), ...Array.from({ length: 30 }, (_, n) => text(42, n))]
    const masks = new Set<string>()
    for (const one of texts) {
      const modules = qrModules(one)
      expect(readQr(modules)).toBe(one)
      masks.add(modules[8]!.slice(2, 5).join())
    }
    expect(masks.size).toBe(8)
  })

  it('is not read any more with one module changed, so the reader above means something', () => {
    const modules = qrModules('FIELDHOUSE')
    for (const [x, y] of [
      [0, 0],
      [8, 2],
      [20, 20],
      [12, 12],
    ] as const) {
      const changed = modules.map((row, at) => row.map((dark, place) => (at === y && place === x ? !dark : dark)))
      expect(() => readQr(changed), `${x}, ${y}`).toThrow(/broken|formats|correction/)
    }
  })

  it('grows with what it says, up to 61 characters', () => {
    expect([1, 20, 21, 38, 39, 61].map((length) => qrModules('A'.repeat(length)).length)).toEqual([21, 21, 25, 25, 29, 29])
    expect(() => qrModules('A'.repeat(62))).toThrow('too long')
    expect(() => qrModules('small')).toThrow('capital letters')
  })

  it('becomes one path, a square for each dark module', () => {
    expect(
      qrPath([
        [true, false],
        [false, true],
      ]),
    ).toBe('M0 0h1v1h-1zM1 1h1v1h-1z')
  })
})

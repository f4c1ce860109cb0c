import { describe, expect, it } from 'vitest'
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

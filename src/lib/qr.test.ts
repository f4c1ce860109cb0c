import { describe, expect, it } from 'vitest'
import { readQr } from '#testing/read-qr.ts'
import { drawQr, qrModules, qrPath } from './qr.ts'

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

/** Every length up to `most` of level M; of the longer ones of level L every eighth, and the longest. */
const lengths = (most: number, longest: number) =>
  Array.from({ length: longest }, (_, n) => n + 1).filter((length) => length <= most || length % 8 === 0 || length === longest)

const drawn = (modules: boolean[][]) => `\n${modules.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n')}\n`

describe('a QR code', () => {
  it('is drawn as the standard says', () => {
    expect(drawn(qrModules('FIELDHOUSE'))).toBe(fieldhouse)
  })

  it('says what was written, to a reader made after the standard alone, in every size and with every mask', () => {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
    const text = (length: number, seed: number) =>
      Array.from({ length }, (_, n) => letters[(n * n * 7 + n * (seed + 3) + seed * 11) % letters.length]).join('')
    const texts = [...lengths(178, 335).map((length) => text(length, 0)), ...Array.from({ length: 30 }, (_, n) => text(42, n))]
    const masks = new Set<string>()
    for (const one of texts) {
      const modules = qrModules(one)
      expect(readQr(modules)).toBe(one)
      masks.add(modules[8]!.slice(2, 5).join())
    }
    expect(masks.size).toBe(8)
  })

  it('says an address of any length that fits, small letters and all', () => {
    const address = `https://park.example/repair?court=10&ref=court-10.${'k7_Q-x'.repeat(30)}`
    expect(address).toHaveLength(230)
    // The last letter is small: capitals alone are written another way.
    for (const length of lengths(122, 230)) {
      const one = `${address.slice(0, length - 1)}a`
      expect(readQr(qrModules(one))).toBe(one)
    }
    for (const one of ['球場', '場地 3 · Court 3 🏸', 'naïve'.repeat(20)]) expect(readQr(qrModules(one))).toBe(one)
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
    const large = qrModules('a'.repeat(122))
    for (let y = 0; y < large.length; y++)
      for (let x = 0; x < large.length; x++) {
        const changed = large.map((row, at) => row.map((dark, place) => (at === y && place === x ? !dark : dark)))
        expect(() => readQr(changed), `${x}, ${y}`).toThrow(/broken|border|timing|dark module|formats|correction/)
      }
  })

  it('grows with what it says, up to 335 capitals or 230 bytes; up to 122 bytes it stands a stain', () => {
    const sizes = (letter: string, of: number[]) => of.map((length) => qrModules(letter.repeat(length)).length)
    expect(sizes('A', [1, 20, 21, 38, 39, 61, 62, 178, 279, 335])).toEqual([21, 21, 25, 25, 29, 29, 33, 45, 49, 53])
    expect(sizes('a', [14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122])).toEqual([
      21, 25, 25, 29, 29, 33, 33, 37, 37, 41, 41, 45, 45,
    ])
    expect(sizes('a', [154, 155, 192, 193, 230])).toEqual([45, 49, 49, 53, 53])
    for (const long of ['A'.repeat(336), 'a'.repeat(231), 'a'.repeat(300), '球'.repeat(77)])
      expect(() => qrModules(long)).toThrow('too long')
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

it('is drawn once for a text, and never for another', () => {
  const modules = qrModules('FIRST')
  expect(drawQr('FIRST')).toEqual({ path: qrPath(modules), size: modules.length })
  expect(drawQr('FIRST')).toBe(drawQr('FIRST'))
  for (let n = 0; n < 600; n++) drawQr(`CODE ${n}`)
  expect(drawQr('FIRST').path).toBe(qrPath(modules))
  expect(drawQr('SECOND').path).toBe(qrPath(qrModules('SECOND')))
})

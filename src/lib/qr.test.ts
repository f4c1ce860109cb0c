import { describe, expect, it } from 'vitest'
import { readQr } from '#testing/read-qr.ts'
import { drawQr, qrModules, qrPath } from './qr.ts'

describe('a QR code', () => {
  it('says what was written: a ticket’s capitals, addresses of any length that fits, Chinese', () => {
    const address = `https://park.example/repair?court=10&ref=court-10.${'k7_Q-x'.repeat(30)}`
    expect(address).toHaveLength(230)
    const texts = ['K7MQ4 8XTR2', '球場', '場地 3 · Court 3 🏸', ...[1, 60, 122, 123, 180, 230].map((length) => address.slice(0, length))]
    for (const text of texts) expect(readQr(qrModules(text))).toBe(text)
  })

  it('grows with what it says, up to 230 bytes; up to 122 bytes it stands a stain', () => {
    const sizes = (letter: string, of: number[]) => of.map((length) => qrModules(letter.repeat(length)).length)
    expect(sizes('A', [1, 20, 21, 38, 39, 61, 62])).toEqual([21, 21, 25, 25, 29, 29, 33])
    expect(sizes('a', [14, 15, 84, 85, 106, 107, 122, 123, 154, 155, 192, 193, 230])).toEqual([
      21, 25, 37, 41, 41, 45, 45, 41, 45, 49, 49, 53, 53,
    ])
    for (const long of ['a'.repeat(231), '球'.repeat(77)]) expect(() => qrModules(long)).toThrow('too long')
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

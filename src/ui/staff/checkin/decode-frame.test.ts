import { describe, expect, it } from 'vitest'
import { toLetters } from '#lib/letter-codes.ts'
import { qrModules } from '#lib/qr.ts'
import { decodePicture } from './decode-frame.ts'

/** As long as a ticket's code is. */
const ticketCode = toLetters(Uint8Array.from({ length: 26 }, (_, n) => (n * 37) % 256))
const [width, height] = [640, 480]
type Colour = [red: number, green: number, blue: number]
type Look = { turn?: number; scale?: number; dark?: Colour; light?: Colour }

/** A camera's picture of a ticket: `scale` pixels to a module, turned by `turn` degrees around the middle, on a grey counter. */
function pictureOf(text: string, { turn = 0, scale = 8, dark = [0, 0, 0], light = [255, 255, 255] }: Look = {}) {
  const modules = qrModules(text)
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const quiet = 4
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = [x - width / 2, y - height / 2]
      const column = Math.floor((across * cos + down * sin) / scale + modules.length / 2)
      const row = Math.floor((down * cos - across * sin) / scale + modules.length / 2)
      const isOnTicket = [column, row].every((n) => n >= -quiet && n < modules.length + quiet)
      const onTicket = modules[row]?.[column] ? dark : light
      data.set([...(isOnTicket ? onTicket : [120, 118, 115]), 255], (y * width + x) * 4)
    }
  return { width, height, data }
}

describe('the decoder of the camera’s pictures', () => {
  it.each<[string, Look]>([
    ['straight', {}],
    ['small, held at arm’s length', { scale: 4 }],
    ['turned a little', { turn: 12 }],
    ['turned on its side', { turn: 90 }],
    ['upside down', { turn: 180 }],
    ['on a dim screen', { dark: [40, 44, 48], light: [150, 148, 140] }],
  ])('reads a ticket that is %s', (_, look) => expect(decodePicture(pictureOf(ticketCode, look))).toBe(ticketCode))

  it('reads a code of another make, with small letters and Chinese, which the server refuses then', () =>
    expect(decodePicture(pictureOf('https://park.example/票'))).toBe('https://park.example/票'))

  it('finds nothing in a picture without a code, or with half of one', () => {
    const half = pictureOf(ticketCode)
    half.data.fill(120, half.data.length / 2)
    expect(decodePicture(half)).toBeUndefined()
    expect(decodePicture({ width, height, data: new Uint8ClampedArray(width * height * 4).fill(200) })).toBeUndefined()
  })
})

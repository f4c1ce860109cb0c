/**
 * Reads a QR code of versions 1 to 7 with correction M, or 7 to 9 with correction L, as a scanner does: written after the
 * standard (ISO/IEC 18004) and sharing no code with lib/qr.ts. Throws when anything deviates from the standard.
 */
export function readQr(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length
  const at = (x: number, y: number) => modules[y]?.[x] ?? false
  const { level, mask } = readFormat(at, size)
  const shape = shapes[`${size}-${level}`]
  if (!shape || modules.some((row) => row.length !== size)) throw new Error(`no version has ${size} modules with correction ${level}`)
  checkPatterns(at, size, shape)
  const version = versionBits[size]
  if (version) checkVersion(at, size, version)
  const words = readWords(at, size, mask, shape)
  const blocks = Array.from({ length: shape.blocks }, (_, block) =>
    words.filter((_word, n) => n % shape.blocks === block).slice(0, shape.total),
  )
  for (const block of blocks) checkSyndromes(block, shape.total - shape.data)
  return readText(blocks.flatMap((block) => block.slice(0, shape.data)))
}

/** Words of each block, and the middles of the squares for alignment, as the tables of the standard list them. */
type Shape = { blocks: number; data: number; total: number; aligned: [x: number, y: number][] }
const shapes: Record<string, Shape> = {
  '21-M': { blocks: 1, data: 16, total: 26, aligned: [] },
  '25-M': { blocks: 1, data: 28, total: 44, aligned: [[18, 18]] },
  '29-M': { blocks: 1, data: 44, total: 70, aligned: [[22, 22]] },
  '33-M': { blocks: 2, data: 32, total: 50, aligned: [[26, 26]] },
  '37-M': { blocks: 2, data: 43, total: 67, aligned: [[30, 30]] },
  '41-M': { blocks: 4, data: 27, total: 43, aligned: [[34, 34]] },
  '45-M': { blocks: 4, data: 31, total: 49, aligned: sixAround(22, 38) },
  '45-L': { blocks: 2, data: 78, total: 98, aligned: sixAround(22, 38) },
  '49-L': { blocks: 2, data: 97, total: 121, aligned: sixAround(24, 42) },
  '53-L': { blocks: 2, data: 116, total: 146, aligned: sixAround(26, 46) },
}

function sixAround(middle: number, far: number): [x: number, y: number][] {
  return [
    [middle, 6],
    [6, middle],
    [middle, middle],
    [far, middle],
    [middle, far],
    [far, far],
  ]
}

/** The eighteen bits of versions 7 to 9 by their size, as the table of the standard lists them. */
const versionBits: Record<number, string> = { 45: '000111110010010100', 49: '001000010110111100', 53: '001001101010011001' }

type At = (x: number, y: number) => boolean

const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']
const alignment = ['11111', '10001', '10101', '10001', '11111']

function checkPatterns(at: At, size: number, { aligned }: Shape): void {
  const expectSquare = (pattern: string[], left: number, top: number) =>
    pattern.forEach((row, y) =>
      [...row].forEach((bit, x) => {
        if (at(left + x, top + y) !== (bit === '1')) throw new Error(`the pattern at ${left}, ${top} is broken`)
      }),
    )
  expectSquare(finder, 0, 0)
  expectSquare(finder, size - 7, 0)
  expectSquare(finder, 0, size - 7)
  for (let n = 0; n < 8; n++) {
    const border = [at(n, 7), at(7, n), at(size - 1 - n, 7), at(size - 8, n), at(n, size - 8), at(7, size - 1 - n)]
    if (border.some(Boolean)) throw new Error('a corner has no light border')
  }
  for (const [x, y] of aligned) expectSquare(alignment, x - 2, y - 2)
  for (let n = 8; n < size - 8; n++) if (at(n, 6) !== (n % 2 === 0) || at(6, n) !== (n % 2 === 0)) throw new Error('the timing is off')
  if (!at(8, size - 8)) throw new Error('the dark module is light')
}

/** The last of the eighteen bits stands in the corner of both blocks, and they go on by threes. */
function checkVersion(at: At, size: number, bits: string): void {
  const last = [...bits].toReversed()
  const above = last.map((_, n) => at(size - 11 + (n % 3), Math.trunc(n / 3)))
  const beside = last.map((_, n) => at(Math.trunc(n / 3), size - 11 + (n % 3)))
  for (const block of [above, beside])
    if (block.map((dark) => (dark ? '1' : '0')).join('') !== last.join('')) throw new Error('the version is broken')
}

/** The fifteen bits of every mask with each correction, as the table of the standard lists them. */
const formats = {
  M: [
    '101010000010010',
    '101000100100101',
    '101111001111100',
    '101101101001011',
    '100010111111001',
    '100000011001110',
    '100111110010111',
    '100101010100000',
  ],
  L: [
    '111011111000100',
    '111001011110011',
    '111110110101010',
    '111100010011101',
    '110011000101111',
    '110001100011000',
    '110110001000001',
    '110100101110110',
  ],
}

/** Both copies have to say the same. The first bit stands left, and below. */
function readFormat(at: At, size: number): { level: 'L' | 'M'; mask: number } {
  const beside: [number, number][] = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((x): [number, number] => [x, 8]),
    ...[7, 5, 4, 3, 2, 1, 0].map((y): [number, number] => [8, y]),
  ]
  const apart: [number, number][] = [
    ...[1, 2, 3, 4, 5, 6, 7].map((n): [number, number] => [8, size - n]),
    ...[8, 7, 6, 5, 4, 3, 2, 1].map((n): [number, number] => [size - n, 8]),
  ]
  const [first, second] = [beside, apart].map((places) => places.map(([x, y]) => (at(x, y) ? '1' : '0')).join(''))
  if (first !== second) throw new Error(`two formats: ${first} and ${second}`)
  for (const level of ['L', 'M'] as const) {
    const mask = formats[level].indexOf(first!)
    if (mask >= 0) return { level, mask }
  }
  throw new Error(`no format is ${first}`)
}

/** i is the row, j the column, as in the table of the standard. */
function isInverted(mask: number, i: number, j: number): boolean {
  switch (mask) {
    case 0:
      return (i + j) % 2 === 0
    case 1:
      return i % 2 === 0
    case 2:
      return j % 3 === 0
    case 3:
      return (i + j) % 3 === 0
    case 4:
      return (Math.trunc(i / 2) + Math.trunc(j / 3)) % 2 === 0
    case 5:
      return ((i * j) % 2) + ((i * j) % 3) === 0
    case 6:
      return (((i * j) % 2) + ((i * j) % 3)) % 2 === 0
    default:
      return (((i + j) % 2) + ((i * j) % 3)) % 2 === 0
  }
}

function isData(x: number, y: number, size: number, { aligned }: Shape): boolean {
  const inCorner = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)
  const inAlignment = aligned.some(([middle, level]) => Math.abs(x - middle) <= 2 && Math.abs(y - level) <= 2)
  const isBeside = (n: number) => n >= size - 11 && n <= size - 9
  const inVersion = size >= 45 && ((isBeside(x) && y < 6) || (isBeside(y) && x < 6))
  return !inCorner && !inAlignment && !inVersion && x !== 6 && y !== 6
}

function readWords(at: At, size: number, mask: number, shape: Shape): number[] {
  const columns = Array.from({ length: size }, (_, x) => size - 1 - x).filter((x) => x !== 6)
  const bits: number[] = []
  for (let pair = 0; pair < columns.length / 2; pair++)
    for (let step = 0; step < size; step++)
      for (const x of columns.slice(2 * pair, 2 * pair + 2)) {
        const y = pair % 2 === 0 ? size - 1 - step : step
        if (isData(x, y, size, shape)) bits.push(at(x, y) !== isInverted(mask, y, x) ? 1 : 0)
      }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, n) => Number.parseInt(bits.slice(8 * n, 8 * n + 8).join(''), 2))
}

/** A word of the code is a polynomial that is zero at every power of two up to its degree, in the field of 256 (285). */
function checkSyndromes(words: number[], degree: number): void {
  const powers = [1]
  for (let n = 1; n < 255; n++) powers.push((powers[n - 1]! << 1) ^ (powers[n - 1]! >= 128 ? 285 : 0))
  const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : powers[(powers.indexOf(a) + powers.indexOf(b)) % 255]!)
  for (let n = 0; n < degree; n++)
    if (words.reduce((sum, word) => times(sum, powers[n]!) ^ word, 0) !== 0) throw new Error(`the correction is wrong at ${n}`)
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

function readText(words: number[]): string {
  let bits = words.map((word) => word.toString(2).padStart(8, '0')).join('')
  const take = (length: number) => {
    const value = Number.parseInt(bits.slice(0, length), 2)
    bits = bits.slice(length)
    return value
  }
  const kind = take(4)
  if (kind === 0b0100) return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from({ length: take(8) }, () => take(8)))
  if (kind !== 0b0010) throw new Error('neither alphanumeric nor bytes')
  const length = take(9)
  let text = ''
  while (length - text.length >= 2) {
    const pair = take(11)
    text += `${alphanumeric[Math.floor(pair / 45)]}${alphanumeric[pair % 45]}`
  }
  if (text.length < length) text += alphanumeric[take(6)]
  if (!/^0{0,4}$/.test(bits.slice(0, Math.min(4, bits.length)))) throw new Error('no terminator')
  return text
}

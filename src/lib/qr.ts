/**
 * QR codes (ISO/IEC 18004): versions 1 to 7 with error correction level M, for tickets and printed links, and for longer texts
 * versions 7 to 9 with level L, which is meant for screens. These are the ones whose blocks all have the same length.
 * Alphanumeric mode (capital letters and digits) is used when the text allows it, byte mode otherwise.
 */
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** By version. `data` and `correction`: codewords of one block. `centres`: rows and columns of the alignment patterns. */
type Version = { level: 'L' | 'M'; size: number; blocks: number; data: number; correction: number; centres: number[] }
const versions: Version[] = [
  { level: 'M', size: 21, blocks: 1, data: 16, correction: 10, centres: [] },
  { level: 'M', size: 25, blocks: 1, data: 28, correction: 16, centres: [6, 18] },
  { level: 'M', size: 29, blocks: 1, data: 44, correction: 26, centres: [6, 22] },
  { level: 'M', size: 33, blocks: 2, data: 32, correction: 18, centres: [6, 26] },
  { level: 'M', size: 37, blocks: 2, data: 43, correction: 24, centres: [6, 30] },
  { level: 'M', size: 41, blocks: 4, data: 27, correction: 16, centres: [6, 34] },
  { level: 'M', size: 45, blocks: 4, data: 31, correction: 18, centres: [6, 22, 38] },
  { level: 'L', size: 45, blocks: 2, data: 78, correction: 20, centres: [6, 22, 38] },
  { level: 'L', size: 49, blocks: 2, data: 97, correction: 24, centres: [6, 24, 42] },
  { level: 'L', size: 53, blocks: 2, data: 116, correction: 30, centres: [6, 26, 46] },
]

/** The longest text in bytes that fits with level M, for what is printed and gets stained. */
export const qrRoom = 122
/** The longest text in bytes that fits with level L. */
export const qrRoomOnScreen = 230

/** The rows of modules, true is dark, without the quiet zone of four modules that a reader needs around them. */
export function qrModules(text: string): boolean[][] {
  const bits = encode(text)
  const version = versions.find(({ blocks, data }) => bits.length <= blocks * data * 8)
  if (!version) throw new Error('too long for a small QR code')
  const words = inBlocks(pad(bits, version.blocks * version.data), version)
  const drawings = Array.from({ length: 8 }, (_, mask) => draw(version, words, mask))
  const penalties = drawings.map(penaltyOf)
  return drawings[penalties.indexOf(Math.min(...penalties))]!
}

/** The modules as the `d` of an SVG path; a unit is a module. */
export function qrPath(modules: boolean[][]): string {
  return modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

export type DrawnQr = { path: string; size: number }

/** Drawn codes by their text. */
const drawn = new Map<string, DrawnQr>()
const drawnAtMost = 500

/**
 * The code as an SVG path, and its size in modules. Kept for the next rendering of the same ticket: a code is drawn with eight
 * masks before one is chosen, a sixth of the time of a member's page.
 */
export function drawQr(text: string): DrawnQr {
  const known = drawn.get(text)
  if (known) return known
  const modules = qrModules(text)
  const code = { path: qrPath(modules), size: modules.length }
  if (drawn.size >= drawnAtMost) drawn.clear()
  drawn.set(text, code)
  return code
}

const bitsOf = (value: number, length: number) => Array.from({ length }, (_, n) => (value >> (length - 1 - n)) & 1)

function encode(text: string): number[] {
  const values = Array.from(text, (character) => characters.indexOf(character))
  if (values.includes(-1)) {
    const bytes = [...new TextEncoder().encode(text)]
    // The character count has eight bits up to version 9.
    return [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, 8), ...bytes.flatMap((byte) => bitsOf(byte, 8))]
  }
  const pairs = Array.from({ length: Math.ceil(values.length / 2) }, (_, n) => values.slice(2 * n, 2 * n + 2))
  const body = pairs.flatMap(([first, second]) => (second === undefined ? bitsOf(first!, 6) : bitsOf(first! * 45 + second, 11)))
  return [...bitsOf(0b0010, 4), ...bitsOf(values.length, 9), ...body]
}

function pad(bits: number[], size: number): number[] {
  const ended = [...bits, 0, 0, 0, 0].slice(0, size * 8)
  const words = Array.from({ length: Math.ceil(ended.length / 8) }, (_, n) =>
    ended.slice(n * 8, n * 8 + 8).reduce((word, bit, k) => word | (bit << (7 - k)), 0),
  )
  for (let n = 0; words.length < size; n++) words.push(n % 2 === 0 ? 0xec : 0x11)
  return words
}

/** Error correction of each block, and the blocks' codewords interleaved, so that a stain is spread over all blocks. */
function inBlocks(all: number[], { blocks, data, correction }: Version): number[] {
  const parts = Array.from({ length: blocks }, (_, n) => all.slice(n * data, (n + 1) * data))
  const corrections = parts.map((part) => correctionOf(part, correction))
  const inTurn = (lists: number[][]) => lists[0]!.flatMap((_, n) => lists.map((list) => list[n]!))
  return [...inTurn(parts), ...inTurn(corrections)]
}

function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a)
  return product
}

/** The Reed-Solomon codewords of a block, in the field GF(256). */
function correctionOf(data: number[], degree: number): number[] {
  let generator = [1]
  for (let n = 0, root = 1; n < degree; n++, root = times(root, 2))
    generator = [...generator, 0].map((factor, k) => factor ^ times(generator[k - 1] ?? 0, root))
  const rest = Array.from({ length: degree }, () => 0)
  for (const word of data) {
    const factor = word ^ rest.shift()!
    rest.push(0)
    for (let k = 0; k < degree; k++) rest[k]! ^= times(generator[k + 1]!, factor)
  }
  return rest
}

type Grid = (boolean | undefined)[][]

function draw({ level, size, centres }: Version, words: number[], mask: number): boolean[][] {
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined))
  drawFinder(grid, 0, 0)
  drawFinder(grid, size - 7, 0)
  drawFinder(grid, 0, size - 7)
  for (const y of centres) for (const x of centres) if (!isCorner(x, y, size)) drawSquares(grid, x - 2, y - 2, 5, (ring) => ring !== 1)
  for (let n = 8; n < size - 8; n++) grid[6]![n] = grid[n]![6] = n % 2 === 0
  drawFormat(grid, level, mask)
  if (size >= 45) drawVersion(grid, (size - 17) / 4)
  drawWords(grid, words, mask)
  return grid as boolean[][]
}

const isCorner = (x: number, y: number, size: number) => (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6)

/** Draws concentric squares; `isDark` by the number of the ring, counted from outside. */
function drawSquares(grid: Grid, left: number, top: number, width: number, isDark: (ring: number) => boolean): void {
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (grid[top + y]?.[left + x] === undefined && top + y >= 0 && left + x >= 0 && top + y < grid.length && left + x < grid.length)
        grid[top + y]![left + x] = isDark(Math.min(x, y, width - 1 - x, width - 1 - y))
}

/** A finder pattern with its light separator, as far as that lies inside the code. */
const drawFinder = (grid: Grid, left: number, top: number) => drawSquares(grid, left - 1, top - 1, 9, (ring) => ring === 1 || ring > 2)

function drawFormat(grid: Grid, level: Version['level'], mask: number): void {
  // Format information: the level (M is 00, L is 01), the mask's number, ten bits of BCH code, and a fixed XOR mask.
  const format = (level === 'L' ? 0b01000 : 0) | mask
  let rest = format
  for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((format << 10) | rest) ^ 0x5412
  const isDark = (n: number) => ((bits >> n) & 1) === 1
  const size = grid.length
  const around = [0, 1, 2, 3, 4, 5, 7, 8]
  for (let n = 0; n < 8; n++) {
    grid[around[n]!]![8] = isDark(n)
    grid[8]![size - 1 - n] = isDark(n)
  }
  for (let n = 8; n < 15; n++) {
    grid[8]![around[14 - n]!] = isDark(n)
    grid[size - 15 + n]![8] = isDark(n)
  }
  grid[size - 8]![8] = true
}

/** Version information, drawn twice from version 7 on: six bits, and twelve bits of BCH code. */
function drawVersion(grid: Grid, version: number): void {
  let rest = version
  for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let n = 0; n < 18; n++) {
    const [near, far] = [Math.floor(n / 3), grid.length - 11 + (n % 3)]
    grid[near]![far] = grid[far]![near] = ((bits >> n) & 1) === 1
  }
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Places the bits in columns of two, from the right, upward and downward in turn, leaving out the timing pattern's column. */
function drawWords(grid: Grid, words: number[], mask: number): void {
  const size = grid.length
  let n = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const upwards = ((right > 6 ? right : right + 1) & 2) === 0
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = upwards ? size - 1 - step : step
        if (grid[y]![x] !== undefined) continue
        const bit = ((words[n >> 3] ?? 0) >> (7 - (n & 7))) & 1
        grid[y]![x] = (bit === 1) !== masks[mask]!(x, y)
        n++
      }
  }
}

/** Penalty of a mask: long runs, blocks of one colour, patterns like a finder, and an imbalance of dark and light. */
function penaltyOf(modules: boolean[][]): number {
  const size = modules.length
  const lines = [...modules, ...modules.map((_, x) => modules.map((row) => row[x]!))].map((line) =>
    line.map((dark) => (dark ? '1' : '0')).join(''),
  )
  let penalty = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const dark = modules[y]![x]
      if (dark === modules[y - 1]![x] && dark === modules[y]![x - 1] && dark === modules[y - 1]![x - 1]) penalty += 3
    }
  const share = (modules.flat().filter(Boolean).length / size ** 2) * 100
  return penalty + 10 * Math.floor(Math.abs(share - 50) / 5)
}

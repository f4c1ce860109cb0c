import { encodeQR } from 'qr'

/** The longest text in bytes that stands a stain (error correction level M), for what is printed. */
export const qrRoom = 122
/** The longest text in bytes of a code that is shown on a screen (level L). */
export const qrRoomOnScreen = 230

/** The rows of modules, true is dark, without the quiet zone of four modules that a reader needs around them. */
export function qrModules(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > qrRoomOnScreen) throw new Error('too long for a small QR code')
  const bordered = encodeQR(text, 'raw', { ecc: bytes > qrRoom ? 'low' : 'medium', border: 1 })
  return bordered.slice(1, -1).map((row) => row.slice(1, -1))
}

/** The modules as the `d` of an SVG path; a unit is a module. */
export function qrPath(modules: boolean[][]): string {
  return modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

export type DrawnQr = { path: string; size: number }

/** Drawn codes by their text. */
const drawn = new Map<string, DrawnQr>()
const drawnAtMost = 500

/** The code as an SVG path, and its size in modules. Kept for the next rendering of the same ticket: a code costs a millisecond. */
export function drawQr(text: string): DrawnQr {
  const known = drawn.get(text)
  if (known) return known
  const modules = qrModules(text)
  const code = { path: qrPath(modules), size: modules.length }
  if (drawn.size >= drawnAtMost) drawn.clear()
  drawn.set(text, code)
  return code
}

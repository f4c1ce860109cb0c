import { decodeQR } from 'qr/decode.js'

/** What a drawn QR code says, read as a camera's picture of it is: four pixels to a module, with the quiet zone. */
export function readQr(modules: boolean[][]): string {
  const [scale, quiet] = [4, 4]
  const width = (modules.length + 2 * quiet) * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const at = (pixel: number) => Math.floor(pixel / scale) - quiet
  for (let y = 0; y < width; y++) for (let x = 0; x < width; x++) if (modules[at(y)]?.[at(x)]) data.set([0, 0, 0], (y * width + x) * 4)
  return decodeQR({ width, height: width, data })
}

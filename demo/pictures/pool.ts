import { courtLines } from '#lib/court-lines.ts'
import { openCamera, type Camera, type Spot } from './camera.ts'
import { floor, painted } from './paint.ts'
import { rasterise } from './picture.ts'
import { tall, wall, wide, windowLight } from './rooms.ts'

const rope = (camera: Camera, y: number, x1: number, x2: number) =>
  Array.from({ length: Math.ceil((x2 - x1) / 20) }, (_, n) => {
    const x = x2 - n * 20
    const at: Spot = [x, y, 3]
    const seen = camera.see(at)
    if (!seen) return ''
    const r = 7.6 * camera.scaleAt(at)
    const colour = ['#f6f2e4', '#e0603f'][Math.floor((x2 - x) / 250) % 2]!
    return `<g transform="translate(${seen[0].toFixed(1)} ${seen[1].toFixed(1)}) scale(${r.toFixed(2)})"><ellipse cy=".75" rx="1.25" ry=".4" fill="#043747" fill-opacity=".45"/><circle r="1" fill="${colour}"/><circle r="1" fill="url(#round)"/></g>`
  }).join('')

/** Light on the floor of a pool: a net of bright, wavering rings. */
const ripples = (camera: Camera, rows: number, columns: number) =>
  Array.from({ length: rows * columns }, (_, n) => {
    const [i, j] = [n % columns, Math.floor(n / columns)]
    const wave = (k: number) => Math.sin(i * 12.9898 * k + j * 78.233 + k * 3.7) * 0.5 + 0.5
    const [cx, cy] = [i * 68 + wave(1) * 50, j * 52 + wave(2) * 38]
    const ring = Array.from({ length: 14 }, (__, k): Spot => {
      const angle = (k * Math.PI) / 7
      const r = 25 + 13 * Math.sin(k * 2.3 + i * 1.7 + j)
      return [cx + Math.cos(angle) * r * 1.25, cy + Math.sin(angle) * r * 0.78, 0]
    })
    return `<polygon points="${camera.area(ring)}" fill="none" stroke="#d7fbff" stroke-width="${(1.3 + wave(3) * 2.4).toFixed(1)}" stroke-linejoin="round" stroke-opacity="${(0.12 + wave(4) * 0.26).toFixed(2)}"/>`
  }).join('')

/** Six lanes, and nobody in the water yet. */
export async function stillWater(): Promise<Buffer> {
  const camera = openCamera({ from: [-330, 560, 170], at: [900, 640, -40], lens: 1.1 }, wide)
  return rasterise({
    ...wide,
    defs: '<linearGradient id="deep" x1="0" y1="0" x2="0" y2="1"><stop offset=".25" stop-color="#ffe8b8" stop-opacity=".75"/><stop offset=".42" stop-color="#7fd6dc" stop-opacity=".25"/><stop offset="1" stop-color="#04505f" stop-opacity=".35"/></linearGradient>',
    body: [
      `<rect width="100%" height="100%" fill="#31535a"/>`,
      wall(camera, 3300, -1600, 2900, ['#b9c6bd', '#6d8f90'], 9),
      floor(camera, [-700, -1600], [3300, 2900], { fill: '#c7bfa8' }),
      floor(camera, [-30, -30], [2530, 1280], { fill: '#eae4d2' }),
      floor(camera, [0, 0], [2500, 1250], { fill: '#1593b3' }),
      painted(camera, courtLines.pool.fill!, 22, { fill: '#07485c', opacity: 0.62, blur: 2 }),
      ripples(camera, 24, 36),
      `<polygon points="${camera.area([
        [0, 0, 0],
        [2500, 0, 0],
        [2500, 1250, 0],
        [0, 1250, 0],
      ])}" fill="url(#deep)"/>`,
      ...[225, 1025, 425, 825, 625].map((y) => rope(camera, y, 0, 2500)),
    ].join(''),
    warm: 0.34,
    dark: 0.5,
  })
}

/** The end of a lane from above. */
export async function laneEnd(): Promise<Buffer> {
  const camera = openCamera({ from: [-20, 470, 620], at: [210, 540, 0], lens: 1.15 }, tall)
  return rasterise({
    ...tall,
    body: [
      `<rect width="100%" height="100%" fill="#cfc7b0"/>`,
      ...Array.from({ length: 60 }, (_, n) =>
        floor(camera, [-900 + n * 30, -500], [-898.6 + n * 30, 1700], { fill: '#a99f86', opacity: 0.5 }),
      ),
      ...Array.from({ length: 70 }, (_, n) =>
        floor(camera, [-900, -500 + n * 30], [0, -498.6 + n * 30], { fill: '#a99f86', opacity: 0.5 }),
      ),
      floor(camera, [0, -800], [2500, 1900], { fill: '#1795b4' }),
      painted(camera, courtLines.pool.fill!, 24, { fill: '#06465a', opacity: 0.66, blur: 3 }),
      ripples(camera, 26, 14),
      floor(camera, [0, -800], [46, 1900], { fill: '#05323f', opacity: 0.35, blur: 12 }),
      floor(camera, [-34, -800], [0, 1900], { fill: '#f3eddc' }),
      ...[225, 425, 625, 825].map((y) => rope(camera, y, 8, 1400)),
      windowLight(camera, [-300, 60], [0, 330], [900, 150], 3, 0.16),
    ].join(''),
    warm: 0.36,
    dark: 0.42,
  })
}

import type { Camera, Spot } from './camera.ts'
import type { Point } from './flatten-path.ts'
import { wide } from './rooms.ts'

/** Morning or evening: the sky, the sun low in it, hills one behind the other. */
export const sky = (ground: string, horizon: number, [low, middle, high]: [string, string, string], sun: Point, hills: string[]) => ({
  defs: `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="${horizon}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${high}"/><stop offset=".6" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient>
    <radialGradient id="sun" cx="${sun[0]}" cy="${sun[1]}" r="620" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fffbe6"/><stop offset=".07" stop-color="#fff1c0" stop-opacity=".95"/><stop offset=".3" stop-color="#ffcf82" stop-opacity=".45"/><stop offset="1" stop-color="#ffb35c" stop-opacity="0"/></radialGradient>`,
  body: [
    '<rect width="100%" height="100%" fill="url(#sky)"/>',
    ...hills.map((colour, n) => ridge(horizon, 130 - n * 42, n, colour)),
    `<rect y="${horizon}" width="${wide.width}" height="${wide.height}" fill="${ground}"/>`,
    '<rect width="100%" height="100%" fill="url(#sun)"/>',
  ].join(''),
})

function ridge(horizon: number, height: number, seed: number, colour: string): string {
  const points = Array.from({ length: 61 }, (_, n) => {
    const rise =
      Math.sin(n * 0.11 + seed * 2.1) * 0.5 + Math.sin(n * 0.29 + seed * 5.3) * 0.26 + Math.sin(n * 1.7 + seed) * 0.05 * (seed + 1)
    return `${n * 20},${(horizon - height * (0.55 + rise * 0.5)).toFixed(1)}`
  })
  return `<polygon points="0,${horizon + 30} ${points.join(' ')} ${wide.width},${horizon + 30}" fill="${colour}"/>`
}

/** A row of trees, thick below and soft above, with a light edge towards the sun. */
export const trees = (camera: Camera, x: number, from: number, to: number, colour: string) =>
  Array.from({ length: Math.floor((to - from) / 210) }, (_, n) => {
    const at: Spot = [x, from + n * 210 + Math.sin(n * 5.1) * 60, 0]
    const seen = camera.see(at)
    if (!seen) return ''
    const r = (230 + Math.sin(n * 2.7) * 80) * camera.scaleAt(at)
    return `<ellipse cx="${seen[0].toFixed(0)}" cy="${(seen[1] - r * 0.85).toFixed(0)}" rx="${(r * 0.8).toFixed(0)}" ry="${r.toFixed(0)}" fill="${colour}"/>`
  }).join('')

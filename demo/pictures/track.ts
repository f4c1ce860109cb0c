import { courtLines } from '#lib/court-lines.ts'
import { openCamera, type Camera, type Spot } from './camera.ts'
import { flattenPath } from './flatten-path.ts'
import { sky, trees } from './land.ts'
import { area, ball, floor, painted } from './paint.ts'
import { rasterise } from './picture.ts'
import { wide } from './rooms.ts'

/** The lines of the track, by how far they are from the outermost. */
function lane(inset: number): string {
  const [r, x1, x2] = [4626 - inset, 4626, 13_065]
  return `M${x1} ${inset}H${x2}a${r} ${r} 0 0 1 0 ${2 * r}H${x1}a${r} ${r} 0 0 1 0 ${-2 * r}z`
}

const ring = (camera: Camera, path: string, fill: string) =>
  area(
    camera,
    flattenPath(path, 200)[0]!.map(([x, y]): Spot => [x, y, 0]),
    { fill },
  )

/** Eight lanes come out of the bend. */
export async function outOfTheBend(): Promise<Buffer> {
  const camera = openCamera({ from: [10_900, 8640, 175], at: [14_600, 8330, 40], lens: 1.2 }, wide)
  const { defs, body } = sky('#5b8f55', camera.horizon, ['#ffe3b3', '#f7c79a', '#8fb0cc'], [320, 230], ['#8aa0a8', '#6b8d80', '#47705a'])
  const mown = Array.from({ length: 22 }, (_, n) =>
    floor(camera, [3596 + n * 525, 1226], [3596 + (n + 1) * 525, 8026], { fill: n % 2 ? '#4d8f4f' : '#438347' }),
  )
  return rasterise({
    ...wide,
    defs,
    body: [
      body,
      trees(camera, 21_500, -9000, 26_000, '#33583f'),
      floor(camera, [-4000, -16_000], [22_000, 30_000], { fill: '#5b8f55' }),
      ring(camera, lane(0), '#b4553d'),
      ring(camera, lane(976), '#5b8f55'),
      ...mown,
      ...Array.from({ length: 9 }, (_, n) => painted(camera, lane(n * 122), 7, { fill: '#fff9ee', opacity: 0.95 })),
      painted(camera, 'M11700 8276V9252M11780 8276V9252', 9, { fill: '#fff9ee' }),
      area(
        camera,
        [
          [9000, 9252, 0],
          [12_900, 8900, 0],
          [14_600, 9300, 0],
          [15_400, 9900, 0],
          [9000, 11_500, 0],
        ],
        { fill: '#2a120c', opacity: 0.3, blur: 24 },
      ),
    ].join(''),
    warm: 0.38,
    dark: 0.42,
  })
}

/** The pitch, mown in stripes, from the floodlight. */
export async function pitchFromAbove(): Promise<Buffer> {
  const camera = openCamera({ from: [8000, 13_200, 5200], at: [8900, 4700, 0], lens: 1.1 }, wide)
  const mown = Array.from({ length: 20 }, (_, n) =>
    floor(camera, [3596 + n * 525, 1226], [3596 + (n + 1) * 525, 8026], { fill: n % 2 ? '#4f9a4c' : '#428742' }),
  )
  return rasterise({
    ...wide,
    body: [
      '<rect width="100%" height="100%" fill="#7fa07a"/>',
      floor(camera, [-30_000, -30_000], [50_000, 30_000], { fill: '#64925c' }),
      ...Array.from({ length: 90 }, (_, n) => {
        const at: Spot = [-9000 + ((n * 4211) % 37_000), -2600 - ((n * 977) % 7000), 0]
        const seen = camera.see(at)
        const r = (420 + (n % 5) * 60) * camera.scaleAt(at)
        return seen
          ? `<circle cx="${(seen[0] + r * 0.5).toFixed(0)}" cy="${(seen[1] + r * 0.3).toFixed(0)}" r="${r.toFixed(1)}" fill="#1e3a26" fill-opacity=".5"/><circle cx="${seen[0].toFixed(0)}" cy="${(seen[1] - r * 0.5).toFixed(0)}" r="${r.toFixed(1)}" fill="${['#3c6b41', '#4a7a48', '#345f3c'][n % 3]}"/>`
          : ''
      }),
      ring(camera, lane(0), '#b4553d'),
      ring(camera, lane(976), '#64925c'),
      ...mown,
      painted(camera, courtLines.field.lines, 15, { fill: '#fdfaf0', opacity: 0.95 }),
      painted(camera, courtLines.field.fill!, 9, { fill: '#fdfaf0', opacity: 0.7 }),
      area(
        camera,
        [
          [-4000, 3000, 0],
          [9000, 10_400, 0],
          [3000, 14_000, 0],
          [-8000, 12_000, 0],
        ],
        { fill: '#0c2014', opacity: 0.3, blur: 60 },
      ),
      ball(camera, [8846, 4626, 0], 26, '#fffdf5', [1.4, -0.6]),
    ].join(''),
    warm: 0.4,
    dark: 0.42,
  })
}

import type { CourtLines } from '#lib/court-lines.ts'
import type { Camera, Spot } from './camera.ts'
import { flattenPath, type Point } from './flatten-path.ts'

export type Paint = { fill: string; opacity?: number; blur?: number }

const look = ({ fill, opacity = 1, blur }: Paint) => `fill="${fill}" fill-opacity="${opacity}"${blur ? ` filter="url(#blur${blur})"` : ''}`

/** Several together: a blur is costly, and one is enough for all of them. */
export const together = (parts: string[], blur: number): string => `<g filter="url(#blur${blur})">${parts.join('')}</g>`

export const area = (camera: Camera, spots: Spot[], paint: Paint): string => `<polygon points="${camera.area(spots)}" ${look(paint)}/>`

export const floor = (camera: Camera, [x1, y1]: Point, [x2, y2]: Point, paint: Paint, z = 0): string =>
  area(
    camera,
    [
      [x1, y1, z],
      [x2, y1, z],
      [x2, y2, z],
      [x1, y2, z],
    ],
    paint,
  )

/** Painted lines of a real width: nearer ones are broader. */
export function painted(camera: Camera, path: string, width: number, paint: Paint, moved: Point = [0, 0]): string {
  const pieces = flattenPath(path, width * 5).flatMap((line) =>
    line.slice(1).map(([x2, y2], n) => {
      const [x1, y1] = line[n]!
      const length = Math.hypot(x2 - x1, y2 - y1) || 1
      // A little longer than it is, so that corners are closed.
      const [ax, ay] = [((x2 - x1) / length) * (width / 2), ((y2 - y1) / length) * (width / 2)]
      const at = (x: number, y: number): Spot => [x + moved[0], y + moved[1], 0]
      return camera.area([
        at(x1 - ax - ay, y1 - ay + ax),
        at(x2 + ax - ay, y2 + ay + ax),
        at(x2 + ax + ay, y2 + ay - ax),
        at(x1 - ax + ay, y1 - ay - ax),
      ])
    }),
  )
  const all = pieces.filter((points) => points !== '').map((points) => `M${points.replaceAll(' ', 'L')}z`)
  return `<path d="${all.join('')}" fill-rule="nonzero" ${look(paint)}/>`
}

export const court = (camera: Camera, { lines, fill, length, width }: CourtLines, colour: string, line = 5, moved: Point = [0, 0]) =>
  [
    floor(camera, moved, [moved[0] + length, moved[1] + width], { fill: colour }),
    fill ? painted(camera, fill, line, { fill: '#fff', opacity: 0.4 }, moved) : '',
    painted(camera, lines, line, { fill: '#fdfbf3', opacity: 0.95 }, moved),
  ].join('')

/** Where light from `sun` (how far a shadow falls for each centimetre of height) puts a thing on the floor. */
export const shadowOf = ([x, y, z]: Spot, [sx, sy]: Point): Spot => [x + sx * z, y + sy * z, 0]

type Net = { x: number; y1: number; y2: number; height: number; from?: number }

/** A net with its band and posts, and the shadow that it throws. */
export function net(camera: Camera, { x, y1, y2, height, from = 0 }: Net, sun: Point, mesh = 12): string {
  const spot = (y: number, z: number): Spot => [x, y, z]
  const sheet = (bottom: number, top: number) => [spot(y1, bottom), spot(y2, bottom), spot(y2, top), spot(y1, top)]
  const cords = [
    ...Array.from({ length: Math.floor((y2 - y1) / mesh) }, (_, n) => [spot(y1 + n * mesh, from), spot(y1 + n * mesh, height)]),
    ...Array.from({ length: Math.floor((height - from) / mesh) + 1 }, (_, n) => [spot(y1, from + n * mesh), spot(y2, from + n * mesh)]),
  ]
  const strokes = cords.flatMap(([a, b]) => {
    const [p, q] = [camera.see(a!), camera.see(b!)]
    return p && q ? [`M${p.map((n) => n.toFixed(1)).join(' ')}L${q.map((n) => n.toFixed(1)).join(' ')}`] : []
  })
  const post = (y: number) =>
    area(camera, [spot(y - 3, 0), spot(y + 3, 0), spot(y + 3, height + 2), spot(y - 3, height + 2)], { fill: '#3c4038' })
  return [
    area(
      camera,
      sheet(from, height).map((one) => shadowOf(one, sun)),
      { fill: '#10140a', opacity: 0.22, blur: 3 },
    ),
    area(camera, sheet(from, height), { fill: '#1a1d16', opacity: 0.16 }),
    `<path d="${strokes.join('')}" fill="none" stroke="#f4f1e6" stroke-width="1.3" stroke-opacity=".38"/>`,
    area(camera, sheet(height - 6, height), { fill: '#fffdf4', opacity: 0.95 }),
    post(y1),
    post(y2),
  ].join('')
}

/** A ball of any kind on the floor or above it, lit from above left. */
export function ball(camera: Camera, at: Spot, radius: number, colour: string, sun: Point, seams = ''): string {
  const centre: Spot = [at[0], at[1], at[2] + radius]
  const seen = camera.see(centre)
  if (!seen) return ''
  const r = radius * camera.scaleAt(centre)
  const [sx, sy] = shadowOf(centre, sun)
  const ring = Array.from({ length: 36 }, (_, n): Spot => {
    const angle = (n * Math.PI) / 18
    const long = 1 + Math.hypot(...sun) * 0.6
    const [c, s] = [Math.cos(angle) * radius, Math.sin(angle) * radius]
    const turn = Math.atan2(sun[1], sun[0])
    return [sx + c * long * Math.cos(turn) - s * Math.sin(turn), sy + c * long * Math.sin(turn) + s * Math.cos(turn), 0]
  })
  return [
    area(camera, ring, { fill: '#0c0f08', opacity: 0.42, blur: 6 }),
    `<g transform="translate(${seen[0].toFixed(1)} ${seen[1].toFixed(1)}) scale(${r.toFixed(2)})">`,
    `<circle r="1" fill="${colour}"/>${seams}<circle r="1" fill="url(#round)"/></g>`,
  ].join('')
}

import { courtLines } from '#lib/court-lines.ts'
import { openCamera, type Camera, type Spot } from './camera.ts'
import type { Point } from './flatten-path.ts'
import { sky, trees } from './land.ts'
import { area, ball, court, floor, net, painted, shadowOf } from './paint.ts'
import { rasterise } from './picture.ts'
import { wide } from './rooms.ts'

const tennis = courtLines.tennis
const tennisSeam = '<path d="M-.86 -.5Q-.1 -.1 -.5 .86M.5 -.86Q.1 .1 .86 .5" fill="none" stroke="#f7f8e4" stroke-width=".1"/>'

/** The net throws a long shadow: it is just after six. */
export async function tennisAtSix(): Promise<Buffer> {
  const camera = openCamera({ from: [-420, 300, 175], at: [1250, 640, 20], lens: 1.02 }, wide)
  const sun: Point = [-3.1, -0.7]
  const { defs, body } = sky('#39684a', camera.horizon, ['#ffdca6', '#f5b98f', '#7fa3c4'], [820, 250], ['#7f93a3', '#5f7f78', '#3f6450'])
  return rasterise({
    ...wide,
    defs,
    body: [
      body,
      trees(camera, 4600, -5200, 6400, '#2f5138'),
      floor(camera, [-1500, -6000], [4700, 7000], { fill: '#39684a' }),
      court(camera, tennis, '#3a6ea5', 6, [0, 1750]),
      court(camera, tennis, '#3a6ea5', 6),
      net(camera, { x: 1188, y1: 1660, y2: 2900, height: 100 }, sun, 11),
      net(camera, { x: 1188, y1: -91, y2: 1188, height: 100 }, sun, 9),
      ball(camera, [96, 520, 0], 6.4, '#cfe04a', [-2.6, -0.6], tennisSeam),
      ball(camera, [370, 250, 0], 4.4, '#cfe04a', [-2.6, -0.6], tennisSeam),
    ].join(''),
    warm: 0.2,
    dark: 0.45,
  })
}

/** On the line is in. */
export async function ballOnTheLine(): Promise<Buffer> {
  const camera = openCamera({ from: [-46, 92, 26], at: [40, 150, 3], lens: 0.9 }, wide)
  const sun: Point = [1.7, -0.75]
  const grains = Array.from({ length: 900 }, (_, n) => {
    const at: Spot = [((n * 97.13) % 300) - 60, ((n * 61.7) % 330) + 40, 0]
    const seen = camera.see(at)
    return seen
      ? `<circle cx="${seen[0].toFixed(0)}" cy="${seen[1].toFixed(0)}" r="${(0.3 * camera.scaleAt(at)).toFixed(1)}" fill="${n % 2 ? '#fff' : '#0a1a30'}" fill-opacity=".13"/>`
      : ''
  })
  return rasterise({
    ...wide,
    body: [
      '<rect width="100%" height="100%" fill="#2c4f3a"/>',
      floor(camera, [-3000, -3000], [6000, 6000], { fill: '#3d7050' }),
      floor(camera, [0, 0], [2377, 1097], { fill: '#3f76b0' }),
      ...grains,
      painted(camera, tennis.lines, 5, { fill: '#fbfaf2' }),
      area(
        camera,
        [
          [-300, 330, 0],
          [700, 190, 0],
          [700, 330, 0],
          [-300, 480, 0],
        ],
        { fill: '#081424', opacity: 0.34, blur: 12 },
      ),
      net(camera, { x: 1188, y1: -91, y2: 1188, height: 100 }, sun, 12),
      ball(camera, [14, 138.4, 0], 3.3, '#d3e34d', sun, tennisSeam),
    ].join(''),
    warm: 0.34,
    dark: 0.5,
  })
}

/** The hoop's shadow lies on the court before the first players come. */
export async function hoopShadow(): Promise<Buffer> {
  const camera = openCamera({ from: [1650, 330, 980], at: [560, 800, 0], lens: 1.06 }, wide)
  const sun: Point = [1.25, 0.42]
  return rasterise({
    ...wide,
    body: [
      '<rect width="100%" height="100%" fill="#4f6f52"/>',
      floor(camera, [-900, -1200], [4200, 3000], { fill: '#5d7f5b' }),
      floor(camera, [-180, -180], [2980, 1680], { fill: '#8a3a29' }),
      floor(camera, [0, 0], [2800, 1500], { fill: '#b5533a' }),
      floor(camera, [0, 505], [580, 995], { fill: '#8a3a29' }),
      painted(camera, courtLines['ball-games'].fill!, 5, { fill: '#f6d27a', opacity: 0.8 }),
      painted(camera, courtLines.basketball.lines, 5, { fill: '#fff8ef', opacity: 0.95 }),
      ...hoop(camera, sun),
      area(
        camera,
        [
          [-900, 1420, 0],
          [1400, 1180, 0],
          [3400, 1560, 0],
          [3400, 3000, 0],
          [-900, 3000, 0],
        ],
        { fill: '#170a12', opacity: 0.28, blur: 24 },
      ),
      ball(
        camera,
        [820, 560, 0],
        13,
        '#d06a22',
        [1.1, 0.4],
        '<g fill="none" stroke="#2b1608" stroke-width=".06"><path d="M-.98 -.1Q0 .3 .98 -.14"/><path d="M-.1 -1Q.26 0 -.1 1"/><path d="M-.72 -.7Q-.2 0 -.66 .76M.7 -.72Q.3 .04 .8 .6"/></g>',
      ),
    ].join(''),
    warm: 0.42,
    dark: 0.4,
  })
}

/** Shadows of the pole, the board and the rim. */
function hoop(camera: Camera, sun: Point): string[] {
  const cast = (spots: Spot[], opacity = 0.4) =>
    area(
      camera,
      spots.map((one) => shadowOf(one, sun)),
      { fill: '#170a12', opacity, blur: 3 },
    )
  const rim = (r: number) =>
    Array.from({ length: 40 }, (_, n): Spot => [157 + Math.cos((n * Math.PI) / 20) * r, 750 + Math.sin((n * Math.PI) / 20) * r, 305])
  const board: Spot[] = [
    [120, 660, 290],
    [120, 840, 290],
    [120, 840, 395],
    [120, 660, 395],
  ]
  const points = rim(23)
    .map((one) => shadowOf(one, sun))
    .flatMap(
      (one) =>
        camera
          .see(one)
          ?.map((n) => n.toFixed(1))
          .join(',') ?? [],
    )
  return [
    cast(
      [
        [-60, 743, 0],
        [-60, 757, 0],
        [60, 757, 330],
        [118, 757, 330],
        [118, 743, 330],
        [40, 743, 330],
      ],
      0.42,
    ),
    cast(board, 0.4),
    `<polygon points="${points.join(' ')}" fill="none" stroke="#170a12" stroke-width="7" stroke-opacity=".5" filter="url(#blur2)"/>`,
  ]
}

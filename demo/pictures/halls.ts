import { courtLines } from '#lib/court-lines.ts'
import { openCamera, type Camera, type Spot } from './camera.ts'
import type { Point } from './flatten-path.ts'
import { area, ball, court, floor, net, painted, together } from './paint.ts'
import { rasterise } from './picture.ts'
import { tall, wall, wide, windowLight } from './rooms.ts'

const shuttle = (camera: Camera, at: Spot, size: number, turn: number, sun: Point) => {
  const seen = camera.see(at)
  if (!seen) return ''
  const r = size * camera.scaleAt(at)
  const feathers = Array.from({ length: 9 }, (_, n) => {
    const x = -0.86 + n * 0.215
    return `<path d="M${x * 0.36} -.5 Q${x * 0.8} -1.4 ${x * 1.05} -2.3 L${x * 1.05 + 0.2} -2.22 Q${x * 0.7 + 0.1} -1.3 ${x * 0.3 + 0.08} -.5z" fill="${n % 2 ? '#fffdf6' : '#e9e4d6'}" stroke="#b9b29d" stroke-width=".02"/>`
  }).join('')
  const shadow = Array.from({ length: 30 }, (_, n): Spot => {
    const angle = (n * Math.PI) / 15
    return [at[0] + sun[0] * at[2] + Math.cos(angle) * size * 2.6, at[1] + sun[1] * at[2] + Math.sin(angle) * size * 1.1, 0]
  })
  return [
    area(camera, shadow, { fill: '#0c0f08', opacity: 0.38, blur: 6 }),
    `<g transform="translate(${seen[0].toFixed(1)} ${seen[1].toFixed(1)}) rotate(${turn}) scale(${r.toFixed(2)})">`,
    `${feathers}<path d="M-.72 -1.28Q0 -1.12 .74 -1.26M-.5 -.86Q0 -.74 .52 -.85" stroke="#8aa35a" stroke-width=".07" fill="none"/>`,
    `<path d="M-.44 -.55Q0 -.42 .44 -.55L.44 -.1A.44 .44 0 0 1 -.44 -.1z" fill="#f6f1e2"/><path d="M-.44 -.42Q0 -.3 .44 -.42" stroke="#5b862b" stroke-width=".13" fill="none"/>`,
    `<path d="M-.44 -.55Q0 -.42 .44 -.55L.44 -.1A.44 .44 0 0 1 -.44 -.1z" fill="url(#round)" opacity=".55"/></g>`,
  ].join('')
}

const badminton = courtLines.badminton
const badmintonNet = (dx = 0, dy = 0) => ({ x: 670 + dx, y1: -8 + dy, y2: 618 + dy, height: 155, from: 79 })

/** A shuttlecock at rest beside the service line, the net behind it. */
export async function shuttleAtRest(): Promise<Buffer> {
  const camera = openCamera({ from: [118, 96, 46], at: [560, 330, 52], lens: 1.02 }, wide)
  const sun: Point = [0.9, -0.5]
  return rasterise({
    ...wide,
    body: [
      `<rect width="100%" height="100%" fill="#2a3320"/>`,
      wall(camera, 2300, -2600, 6600, ['#7c8468', '#4f5b3c'], 16),
      floor(camera, [-800, -2600], [2300, 6600], { fill: '#4c7226' }),
      court(camera, badminton, '#5b862b', 4, [0, 900]),
      court(camera, badminton, '#5b862b', 4),
      windowLight(camera, [250, -260], [330, 60], [190, 780], 5, 0.17),
      net(camera, badmintonNet(0, 900), sun, 9),
      net(camera, badmintonNet(), sun, 6),
      shuttle(camera, [296, 178, 3], 6.4, -112, sun),
    ].join(''),
    warm: 0.36,
    dark: 0.56,
  })
}

/** The whole hall before the first match: court beside court. */
export async function hallAtDawn(): Promise<Buffer> {
  const camera = openCamera({ from: [-900, 2550, 720], at: [1500, 900, 0], lens: 0.98 }, wide)
  const sun: Point = [0.5, 0.55]
  const places: Point[] = [0, 1, 2].flatMap((row) => [0, 1, 2].map((n): Point => [row * 1720, n * 860 - 200]))
  return rasterise({
    ...wide,
    body: [
      `<rect width="100%" height="100%" fill="#1f2617"/>`,
      wall(camera, 5400, -9600, 6600, ['#8b9276', '#566343'], 26),
      floor(camera, [-1800, -9600], [5400, 6600], { fill: '#466a23' }),
      ...places.map((at) => court(camera, badminton, '#5f8d2d', 5, at)),
      windowLight(camera, [-600, -900], [760, 0], [360, 3200], 8, 0.15),
      ...places.toReversed().map(([x, y]) => net(camera, badmintonNet(x, y), sun, 14)),
    ].join(''),
    warm: 0.42,
    dark: 0.6,
  })
}

const planks = (camera: Camera, [x1, y1]: Point, [x2, y2]: Point, step: number) =>
  Array.from({ length: Math.ceil((y2 - y1) / step) }, (_, n) => {
    const y = y1 + n * step
    const tone = ['#c98d4d', '#c28546', '#d0955a', '#bf8142', '#cb9052'][(n * 7 + (n >> 2)) % 5]!
    return floor(camera, [x1, y], [x2, y + step + 0.5], { fill: tone })
  }).join('')

const basketSeams =
  '<g fill="none" stroke="#2b1608" stroke-width=".055"><path d="M-.98 -.16Q0 .22 .98 -.2"/><path d="M-.2 -.98Q.2 0 -.16 .98"/><path d="M-.78 -.62Q-.18 -.08 -.72 .7"/><path d="M.62 -.78Q.2 .04 .74 .66"/></g>'

/** The last ball of the evening on the wooden floor. */
export async function ballOnWood(): Promise<Buffer> {
  const camera = openCamera({ from: [40, 560, 44], at: [700, 860, 34], lens: 1.05 }, wide)
  const sun: Point = [1.1, 0.45]
  return rasterise({
    ...wide,
    defs: '<radialGradient id="spot" cx=".46" cy=".58" r=".62"><stop offset="0" stop-color="#ffdf9f" stop-opacity=".18"/><stop offset=".6" stop-color="#ff9d45" stop-opacity=".08"/><stop offset="1" stop-color="#140a04" stop-opacity=".72"/></radialGradient>',
    body: [
      `<rect width="100%" height="100%" fill="#1a120b"/>`,
      wall(camera, 3600, -3800, 7000, ['#4a3524', '#6b3f22'], 17),
      planks(camera, [-600, -2600], [3600, 5200], 13),
      floor(camera, [0, 505], [580, 995], { fill: '#a85a24', opacity: 0.78 }),
      painted(camera, courtLines.basketball.lines, 5, { fill: '#fff8ea', opacity: 0.92 }),
      windowLight(camera, [60, 180], [520, 40], [210, 1300], 5, 0.13),
      ball(camera, [150, 622, 0], 12.2, '#d9691a', sun, basketSeams),
      '<rect width="100%" height="100%" fill="url(#spot)"/>',
    ].join(''),
    warm: 0.22,
    dark: 0.62,
  })
}

/** A table from its corner, the ball on the line. */
export async function tableCorner(): Promise<Buffer> {
  const camera = openCamera({ from: [-66, -52, 60], at: [92, 66, -30], lens: 0.92 }, tall)
  const sun: Point = [0.7, 0.6]
  const lines = courtLines['table-tennis']
  return rasterise({
    ...tall,
    defs: '<linearGradient id="room" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#53645f"/><stop offset=".5" stop-color="#2a3b38"/><stop offset="1" stop-color="#17211f"/></linearGradient>',
    body: [
      '<rect width="100%" height="100%" fill="url(#room)"/>',
      floor(camera, [-900, -900], [1800, 1600], { fill: '#6b5a43' }, -76),
      together(
        [0, 1, 2, 3, 4, 5].map((n) =>
          floor(camera, [-400 + n * 330, -700], [-250 + n * 330, 1600], { fill: '#ffe2b0', opacity: 0.17 }, -76),
        ),
        12,
      ),
      floor(camera, [-34, 4], [300, 190], { fill: '#0a0f0d', opacity: 0.5, blur: 24 }, -76),
      floor(camera, [400, 40], [674, 192], { fill: '#0c5a5a', opacity: 0.9, blur: 3 }),
      floor(camera, [60, 330], [334, 482], { fill: '#0c5a5a', opacity: 0.85, blur: 3 }),
      area(
        camera,
        [
          [0, 0, 0],
          [274, 0, 0],
          [274, 0, -3],
          [0, 0, -3],
        ],
        { fill: '#08292a' },
      ),
      area(
        camera,
        [
          [0, 0, 0],
          [0, 152, 0],
          [0, 152, -3],
          [0, 0, -3],
        ],
        { fill: '#0a3435' },
      ),
      floor(camera, [0, 0], [274, 152], { fill: '#0f6b6b' }),
      painted(camera, 'M1 1H273V151H1z', 2, { fill: '#fbfaf3' }),
      painted(camera, 'M0 76H274', 0.6, { fill: '#fbfaf3', opacity: 0.85 }),
      windowLight(camera, [-10, -10], [92, 0], [44, 175], 3, 0.16),
      net(camera, { x: lines.length / 2, y1: -14, y2: 166, height: 15.25 }, sun, 2),
      ball(camera, [42, 44, 0], 2, '#fb8f1f', sun),
      ball(camera, [15, 92, 0], 2, '#fffaf0', sun),
    ].join(''),
    warm: 0.34,
    dark: 0.6,
  })
}

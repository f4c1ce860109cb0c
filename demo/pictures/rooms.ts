import type { Camera, Spot } from './camera.ts'
import type { Point } from './flatten-path.ts'
import { area, together } from './paint.ts'

export const wide = { width: 1200, height: 800 }
export const tall = { width: 960, height: 1200 }

/** Light that falls through high windows: bright patches one after the other. */
export function windowLight(camera: Camera, from: Point, step: Point, size: Point, count: number, opacity = 0.2): string {
  const slant = size[1] * 0.45
  const patches = Array.from({ length: count }, (_, n): Spot[] => {
    const [x, y] = [from[0] + n * step[0], from[1] + n * step[1]]
    return [
      [x, y, 0],
      [x + size[0], y, 0],
      [x + size[0] + slant, y + size[1], 0],
      [x + slant, y + size[1], 0],
    ]
  })
  const lit = (fill: string, strength: number) => patches.map((one) => area(camera, one, { fill, opacity: strength }))
  return together(lit('#ffe3ad', opacity * 0.8), 24) + together(lit('#fff0cf', opacity), 6)
}

/** The far wall of a hall, with a row of bright windows under the roof. */
export function wall(camera: Camera, x: number, from: number, to: number, colours: [string, string], windows = 7): string {
  const sheet = (bottom: number, top: number): Spot[] => [
    [x, from, bottom],
    [x, to, bottom],
    [x, to, top],
    [x, from, top],
  ]
  const pane = (to - from) / windows
  const panes = Array.from({ length: windows }, (_, n): Spot[] => {
    const [y1, y2] = [from + n * pane + pane * 0.08, from + (n + 1) * pane - pane * 0.08]
    return [
      [x, y1, 520],
      [x, y2, 520],
      [x, y2, 760],
      [x, y1, 760],
    ]
  })
  return [
    area(camera, sheet(0, 2400), { fill: colours[0] }),
    area(camera, sheet(0, 190), { fill: colours[1] }),
    together(
      panes.map((one) => area(camera, one, { fill: '#ffe9bf', opacity: 0.85 })),
      24,
    ),
    ...panes.map((one) => area(camera, one, { fill: '#fff7e4', opacity: 0.95 })),
  ].join('')
}

import type { Point } from './flatten-path.ts'

/** Centimetres: x along the court, y across it, z up. */
export type Spot = [x: number, y: number, z: number]
export type Camera = {
  /** Undefined: behind the camera. */
  see(spot: Spot): Point | undefined
  /** How many pixels a centimetre has there. */
  scaleAt(spot: Spot): number
  /** An area on the floor or anywhere, cut where it passes the camera, as the points of a polygon. */
  area(spots: Spot[]): string
  /** Where the ground ends, in pixels from above. */
  horizon: number
  width: number
  height: number
}

const near = 12
const minus = (a: Spot, b: Spot): Spot => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Spot, b: Spot) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const times = (a: Spot, b: Spot): Spot => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const unit = (a: Spot): Spot => {
  const length = Math.hypot(...a)
  return [a[0] / length, a[1] / length, a[2] / length]
}

/** A camera somewhere, looking at something; `lens` is the width of the picture at the distance of one. */
export function openCamera(
  { from, at, lens = 1 }: { from: Spot; at: Spot; lens?: number },
  { width, height }: { width: number; height: number },
): Camera {
  const ahead = unit(minus(at, from))
  const right = unit(times(ahead, [0, 0, 1]))
  const up = times(right, ahead)
  const zoom = width / lens
  const turned = (spot: Spot): Spot => {
    const away = minus(spot, from)
    return [dot(away, right), dot(away, up), dot(away, ahead)]
  }
  const flat = ([x, y, depth]: Spot): Point => [width / 2 + (x / depth) * zoom, height / 2 - (y / depth) * zoom]
  return {
    width,
    height,
    horizon: height / 2 + (zoom * ahead[2]) / Math.hypot(ahead[0], ahead[1]),
    see: (spot) => {
      const seen = turned(spot)
      return seen[2] > near ? flat(seen) : undefined
    },
    scaleAt: (spot) => zoom / Math.max(near, turned(spot)[2]),
    area: (spots) =>
      cut(spots.map(turned))
        .map((spot) =>
          flat(spot)
            .map((n) => Math.max(-1e6, Math.min(1e6, n)).toFixed(1))
            .join(','),
        )
        .join(' '),
  }
}

/** What lies behind the camera is cut away. */
function cut(spots: Spot[]): Spot[] {
  return spots.flatMap((spot, n) => {
    const next = spots[(n + 1) % spots.length]!
    const kept = spot[2] > near ? [spot] : []
    if (spot[2] > near === next[2] > near) return kept
    const share = (near + 0.01 - spot[2]) / (next[2] - spot[2])
    return [...kept, [spot[0] + (next[0] - spot[0]) * share, spot[1] + (next[1] - spot[1]) * share, near + 0.01]]
  })
}

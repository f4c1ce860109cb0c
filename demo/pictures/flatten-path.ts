export type Point = [x: number, y: number]

/** The lines of a path as points: the commands that court drawings use. Arcs are of circles. */
export function flattenPath(path: string, step = 24): Point[][] {
  const lines: Point[][] = []
  let line: Point[] = []
  let [x, y] = [0, 0]
  const go = (to: Point) => {
    line.push(to)
    ;[x, y] = to
  }
  for (const [, command, rest] of path.matchAll(/([MmHhVvLlAaZz])([^MmHhVvLlAaZz]*)/g)) {
    const n = (rest!.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
    if (command === 'M') {
      line = []
      lines.push(line)
      go([n[0]!, n[1]!])
    } else if (command === 'h') go([x + n[0]!, y])
    else if (command === 'H') go([n[0]!, y])
    else if (command === 'v') go([x, y + n[0]!])
    else if (command === 'V') go([x, n[0]!])
    else if (command === 'a' || command === 'A') {
      for (let at = 0; at + 6 < n.length + 1; at += 7) {
        const [r, , , large, sweep, ex, ey] = n.slice(at, at + 7) as [number, number, number, number, number, number, number]
        const end: Point = command === 'a' ? [x + ex, y + ey] : [ex, ey]
        for (const point of arc([x, y], end, r, large === 1, sweep === 1, step)) go(point)
      }
    } else if (command?.toLowerCase() === 'z') go(line[0]!)
  }
  return lines
}

function arc([x1, y1]: Point, [x2, y2]: Point, radius: number, large: boolean, sweep: boolean, step: number): Point[] {
  const chord = Math.hypot(x2 - x1, y2 - y1)
  const r = Math.max(radius, chord / 2)
  const away = Math.sqrt(Math.max(0, r * r - (chord * chord) / 4)) * (large === sweep ? -1 : 1)
  const [cx, cy] = [(x1 + x2) / 2 - (away * (y2 - y1)) / chord, (y1 + y2) / 2 + (away * (x2 - x1)) / chord]
  const from = Math.atan2(y1 - cy, x1 - cx)
  let turn = Math.atan2(y2 - cy, x2 - cx) - from
  if (sweep && turn <= 0) turn += 2 * Math.PI
  if (!sweep && turn >= 0) turn -= 2 * Math.PI
  const count = Math.max(6, Math.min(90, Math.ceil((Math.abs(turn) * r) / step)))
  return Array.from({ length: count }, (_, n) => {
    const angle = from + (turn * (n + 1)) / count
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)]
  })
}

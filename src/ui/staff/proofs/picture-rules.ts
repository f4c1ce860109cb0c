/** Geometry of a picture that is zoomed and turned. Pure. */
export type Size = { width: number; height: number }
export type Turn = 0 | 90 | 180 | 270

const step = 1.25
const most = 8

export const zoomIn = (zoom: number): number => Math.min(most, zoom * step)
/** Not smaller than the whole picture. */
export const zoomOut = (zoom: number): number => Math.max(1, zoom / step)
export const turnRight = (turn: Turn): Turn => ((turn + 90) % 360) as Turn
export const turnLeft = (turn: Turn): Turn => ((turn + 270) % 360) as Turn

/** At zoom 1 the turned picture fits its frame, and is not blown up. `outer` is what the frame scrolls; `inner` the picture before the turn. */
export function placePicture(picture: Size, frame: Size, { zoom, turn }: { zoom: number; turn: Turn }): { outer: Size; inner: Size } {
  const isOnItsSide = turn === 90 || turn === 270
  const turned = isOnItsSide ? { width: picture.height, height: picture.width } : picture
  const fit = Math.min(frame.width / turned.width, frame.height / turned.height, 2)
  const scaled = ({ width, height }: Size): Size => ({ width: Math.round(width * fit * zoom), height: Math.round(height * fit * zoom) })
  return { outer: scaled(turned), inner: scaled(picture) }
}

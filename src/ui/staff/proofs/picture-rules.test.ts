import { describe, expect, it } from 'vitest'
import { placePicture, turnLeft, turnRight, zoomIn, zoomOut } from './picture-rules.ts'

const frame = { width: 400, height: 300 }

describe('a picture in its frame', () => {
  it('fits as a whole, whichever way it is turned', () => {
    const picture = { width: 2000, height: 1000 }
    expect(placePicture(picture, frame, { zoom: 1, turn: 0 }).outer).toEqual({ width: 400, height: 200 })
    expect(placePicture(picture, frame, { zoom: 1, turn: 90 })).toEqual({
      outer: { width: 150, height: 300 },
      inner: { width: 300, height: 150 },
    })
    expect(placePicture(picture, frame, { zoom: 2, turn: 180 }).outer).toEqual({ width: 800, height: 400 })
  })

  it('is not blown up beyond twice its size when it is tiny', () => {
    expect(placePicture({ width: 10, height: 10 }, frame, { zoom: 1, turn: 0 }).outer).toEqual({ width: 20, height: 20 })
  })

  it('turns round and round, and is never smaller than the whole', () => {
    expect([turnRight(270), turnLeft(0), turnLeft(turnRight(90))]).toEqual([0, 270, 90])
    expect(zoomOut(1)).toBe(1)
    expect(zoomOut(zoomIn(1))).toBe(1)
    expect(zoomIn(8)).toBe(8)
  })
})

import { describe, expect, it } from 'vitest'
import { variantsIn, widthsIn } from '#modules/files/picture-rules.ts'
import { cutAround, facilityVariants, withinPicture } from './picture-rules.ts'

describe('a focal point', () => {
  it('stays inside its picture, in whole per cents', () => {
    expect(withinPicture({ x: -3, y: 101.2 })).toEqual({ x: 0, y: 100 })
    expect(withinPicture({ x: 33.4, y: 66.6 })).toEqual({ x: 33, y: 67 })
  })

  it('stays in view when the picture is cut wide or narrow', () => {
    const wide = { width: 1600, height: 1200 }
    expect(cutAround({ ...wide, focus: { x: 50, y: 0 } }, 2)).toEqual({ left: 0, top: 0, width: 1600, height: 800 })
    expect(cutAround({ ...wide, focus: { x: 50, y: 100 } }, 2)).toEqual({ left: 0, top: 400, width: 1600, height: 800 })
    expect(cutAround({ ...wide, focus: { x: 25, y: 50 } }, 1)).toEqual({ left: 100, top: 0, width: 1200, height: 1200 })
  })
})

describe('the sizes of a facility’s picture', () => {
  it('are never larger than the picture, and reach its own width', () => {
    expect(widthsIn(facilityVariants, 4000)).toEqual([320, 800, 1600])
    expect(widthsIn(facilityVariants, 1600)).toEqual([320, 800, 1600])
    expect(widthsIn(facilityVariants, 1200)).toEqual([320, 800, 1200])
    expect(widthsIn(facilityVariants, 800)).toEqual([320, 800])
    expect(widthsIn(facilityVariants, 200)).toEqual([200])
    expect(variantsIn(facilityVariants, { width: 200 })).toEqual([{ width: 200, format: 'webp' }])
  })
})

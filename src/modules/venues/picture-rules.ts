import type { Words } from '#i18n/words.ts'
import type { VariantSet } from '#modules/files/picture-rules.ts'

/** A picture of a facility, in its place among the others. The first one stands for the facility in lists and shared links. */
export type FacilityPicture = {
  id: string
  fileId: string
  /** What it shows, for those who do not see it. */
  alt: Words
  focus: FocalPoint
  width: number
  height: number
}

/** What stays in view when a picture is cut: per cent of its width and height. */
export type FocalPoint = { x: number; y: number }

export const centred: FocalPoint = { x: 50, y: 50 }
export const mostPictures = 12
export const longestAlt = 300

/** A row of a list, a card or a phone's whole width, a page's whole width. One format: every browser that runs the pages knows it. */
export const facilityVariants = { widths: [320, 800, 1600], formats: ['webp'], ownWidth: true } as const satisfies VariantSet

/** A focal point inside its picture, in whole per cents. */
export const withinPicture = ({ x, y }: FocalPoint): FocalPoint => ({ x: whole(x), y: whole(y) })
const whole = (per: number): number => Math.min(100, Math.max(0, Math.round(per)))

/** The largest part of a picture with these proportions, as near to its focal point as its edges allow; in pixels. */
export function cutAround(
  { width, height, focus }: Pick<FacilityPicture, 'width' | 'height' | 'focus'>,
  ratio: number,
): { left: number; top: number; width: number; height: number } {
  const cut = { width: Math.min(width, Math.round(height * ratio)), height: Math.min(height, Math.round(width / ratio)) }
  // As CSS places it with object-position.
  return { ...cut, left: Math.round(((width - cut.width) * focus.x) / 100), top: Math.round(((height - cut.height) * focus.y) / 100) }
}

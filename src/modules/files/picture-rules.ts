/**
 * A picture of a page, which is shown in several widths and formats. The file that was uploaded is never served: its variants are, each
 * made once.
 */
export type PictureFormat = 'avif' | 'webp' | 'jpg'
export type Variant = { width: number; format: PictureFormat }

export type VariantSet = {
  widths: readonly number[]
  formats: readonly PictureFormat[]
  /** For browsers and services that know none of the formats. */
  fallback?: { widest: number; format: PictureFormat }
  /** A picture that is narrower than the widest is also shown in its own width. */
  ownWidth?: true
}

export const contentTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PictureFormat, string>

/** Widths of a picture's variants; pictures are never enlarged. */
export function widthsIn({ widths, ownWidth }: VariantSet, width: number): number[] {
  const fitting = widths.filter((one) => one <= width)
  const isBetween = ownWidth && fitting.length < widths.length && fitting.at(-1) !== width
  return isBetween || fitting.length === 0 ? [...fitting, width] : fitting
}

export function fallbackIn(set: VariantSet, width: number): Variant | undefined {
  const { fallback } = set
  return fallback && { width: widthsIn(set, width).findLast((one) => one <= fallback.widest) ?? width, format: fallback.format }
}

/** All variants of a picture. Other sizes are refused, so that nobody can make the server compute them. */
export function variantsIn(set: VariantSet, { width }: { width: number }): Variant[] {
  const last = fallbackIn(set, width)
  return [...widthsIn(set, width).flatMap((one) => set.formats.map((format) => ({ width: one, format }))), ...(last ? [last] : [])]
}

/** 800.avif */
export function variantNamed(name: string): Variant | undefined {
  const [, width, format] = /^(\d{1,4})\.(avif|webp|jpg)$/.exec(name) ?? []
  return width && format ? { width: Number(width), format: format as PictureFormat } : undefined
}

import type { HighlightPicture } from '#modules/content/story-wire.ts'

type Props = {
  picture: HighlightPicture
  /** `sizes` attribute: its width on the page, by which the browser chooses a file. */
  sizes: string
  /** Among the first pictures in view: loaded with priority. */
  first?: boolean
  alt?: string
  className?: string | undefined
}

const sourceSet = (sources: HighlightPicture['avif']) => sources.map(({ src, width }) => `${src} ${width}w`).join(', ')

/** Responsive picture: the smallest sharp file in the best supported format, with its space reserved. */
export function Picture({ picture, sizes, first = false, alt = picture.alt, className }: Props) {
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(picture.avif)} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(picture.webp)} sizes={sizes} />
      <img
        src={picture.fallback}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  )
}

import type { HighlightPicture } from '#modules/content/wire.ts'

type Props = {
  picture: HighlightPicture
  /** How wide it stands on the page, for the browser to choose by. */
  sizes: string
  /** Among the first that are seen: fetched before the rest. */
  first?: boolean
  alt?: string
  className?: string | undefined
}

const sourceSet = (sources: HighlightPicture['avif']) => sources.map(({ src, width }) => `${src} ${width}w`).join(', ')

/** The smallest file that is sharp enough, in the best format that the browser knows. Its place is kept free from the start. */
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

import type { FacilityPictureWire } from '#modules/venues/wire.ts'
import type { CSSProperties } from 'react'
import { FacilityCourt } from './facility-court.tsx'
import style from './facility-picture.module.css'

type PhotoProps = {
  picture: FacilityPictureWire
  /** `sizes` attribute: its width on the page, by which the browser chooses a file. */
  sizes: string
  /** The first picture in view: loaded with priority. */
  first?: boolean
  alt?: string
}

/** A picture of a facility that fills its place and is cut around its focal point. */
export function FacilityPhoto({ picture: { sources, focus, width, height, alt: words }, sizes, first = false, alt = words }: PhotoProps) {
  return (
    <img
      src={sources.find((one) => one.width >= 800)?.src ?? sources.at(-1)!.src}
      srcSet={sources.map((one) => `${one.src} ${one.width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      className={style.photo}
      style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
    />
  )
}

type Props = {
  facility: { drawing: string; colour: string; picture: FacilityPictureWire | null }
  sizes: string
  first?: boolean
  className?: string | undefined
}

/**
 * What a facility looks like in a list: its first picture with its court as a small sign, or its drawn court. Decoration: the name stands
 * beside it.
 */
export function FacilityFace({ facility: { drawing, colour, picture }, sizes, first = false, className }: Props) {
  if (!picture) return <FacilityCourt drawing={drawing} colour={colour} className={className} />
  return (
    <div className={[style.face, className].filter(Boolean).join(' ')} style={{ '--facility': colour } as CSSProperties} data-photo>
      <FacilityPhoto picture={picture} sizes={sizes} first={first} alt="" />
      <FacilityCourt drawing={drawing} colour={colour} className={style.sign} />
    </div>
  )
}

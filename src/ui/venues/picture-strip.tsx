import { m } from '#i18n/generated/messages.js'
import type { FacilityPictureWire } from '#modules/venues/wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useRef, useState, type CSSProperties } from 'react'
import { FacilityCourt } from './facility-court.tsx'
import { FacilityPhoto } from './facility-picture.tsx'
import style from './picture-strip.module.css'

type Props = { facility: { name: string; drawing: string; colour: string; pictures: FacilityPictureWire[] } }

const wholePage = '(min-width: 1280px) 1216px, 100vw'

/** Pictures of a facility over the whole width: swiped, stepped by buttons, or scrolled by arrow keys. */
export function PictureStrip({ facility: { name, drawing, colour, pictures } }: Props) {
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const several = pictures.length > 1
  const step = (by: number) => strip.current?.scrollBy({ left: by * strip.current.clientWidth })
  return (
    <div className={style.frame} style={{ '--facility': colour } as CSSProperties}>
      <ul
        ref={strip}
        className={style.strip}
        aria-label={m.venue_pictures({ name })}
        // A region that scrolls can be reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={several ? 0 : undefined}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
      >
        {pictures.map((picture, n) => (
          <li key={picture.id}>
            <FacilityPhoto picture={picture} sizes={wholePage} first={n === 0} />
          </li>
        ))}
      </ul>
      <FacilityCourt drawing={drawing} colour={colour} className={style.sign} />
      {several && (
        <div className={style.steps}>
          <button type="button" aria-label={m.venue_picture_before()} disabled={at === 0} onClick={() => step(-1)}>
            <Icon name="back" size={20} />
          </button>
          <span aria-live="polite">{m.venue_picture_of({ n: at + 1, of: pictures.length })}</span>
          <button type="button" aria-label={m.venue_picture_after()} disabled={at === pictures.length - 1} onClick={() => step(1)}>
            <Icon name="forward" size={20} />
          </button>
        </div>
      )}
    </div>
  )
}

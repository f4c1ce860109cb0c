import { m } from '#i18n/generated/messages.js'
import type { FacilityAnswer } from '#modules/venues/wire.ts'
import { FacilityCourt } from './facility-court.tsx'
import style from './facility-page.module.css'
import { sayList } from './venue-words.ts'

export function CourtList({ facility: { courtList, drawing, colour } }: { facility: FacilityAnswer }) {
  return (
    <ul className={style.courts}>
      {courtList.map(({ id, name, sharesWith }) => (
        <li key={id}>
          <FacilityCourt drawing={drawing} colour={colour} className={style.court} />
          <b>{name}</b>
          {sharesWith.length > 0 && <span>{m.venue_shares({ courts: sayList(sharesWith.map((one) => one.name)) })}</span>}
        </li>
      ))}
    </ul>
  )
}

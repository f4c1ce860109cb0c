import { m } from '#i18n/generated/messages.js'
import { formatAgo, formatMoment, formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { ParkedBooking } from '#modules/desk/wire.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './tray.module.css'

type Props = {
  parked: readonly ParkedBooking[]
  now: Date
  isRearranging: boolean
  picked: string | undefined
  onPick(parked: ParkedBooking): void
}

/** Bookings that are off the floor: every desk sees all of them, whichever day and facility is shown. */
export function Tray({ parked, now, isRearranging, picked, onPick }: Props) {
  if (parked.length === 0 && !isRearranging) return null
  const locale = getLocale()
  return (
    <section className={style.tray} data-tray aria-label={m.board_tray()}>
      <h2>{m.board_tray_count({ count: parked.length })}</h2>
      {parked.length === 0 && <p>{m.board_tray_empty()}</p>}
      <ul>
        {parked.map((item) => (
          <li key={item.id} data-overdue={item.overdue || undefined} data-picked={picked === item.id || undefined}>
            <b>{item.name}</b>
            <span>
              {item.facility.name} {item.court.name}
            </span>
            <span>{formatPeriod(new Date(item.start), new Date(item.end), locale)}</span>
            <span className="note">
              {m.board_parked_since({ name: item.parkedBy, since: formatAgo(new Date(item.parkedAt), now, locale) })}
            </span>
            {item.offeredUntil && <span>{m.today_offered_until({ time: formatMoment(new Date(item.offeredUntil), locale) })}</span>}
            {item.overdue && <strong>{m.board_parked_overdue()}</strong>}
            <StaffButton aria-pressed={picked === item.id} onClick={() => onPick(item)}>
              {picked === item.id ? m.board_picked() : m.board_place()}
            </StaffButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { m } from '#i18n/generated/messages.js'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { BookingAnswer } from '#modules/desk/wire.ts'
import style from './booking-panel.module.css'

type Moment = BookingAnswer['history'][number]

const words: Record<Moment['what'], () => string> = {
  placed: m.board_history_placed,
  confirmed: m.board_history_confirmed,
  'checked-in': m.board_history_checked_in,
  missed: m.board_history_missed,
  moved: m.board_history_moved,
  parked: m.board_history_parked,
  offered: m.story_offered,
  returned: m.story_returned,
  removed: m.story_cancelled,
  closed: m.board_history_closed,
  merged: m.story_merged,
}

/** A move that keeps the time. */
const isCourtMove = ({ what, from, to }: Pick<Moment, 'what' | 'from' | 'to'>): boolean =>
  what === 'moved' && from !== null && to !== null && from.start === to.start && from.end === to.end

/** What happened to a booking, oldest first. */
export function BookingHistory({ booking }: { booking: BookingAnswer }) {
  const locale = getLocale()
  const spot = (one: Moment['from']) => (one ? `${one.court} ${formatPeriod(new Date(one.start), new Date(one.end), locale)}` : '')
  return (
    <section className={style.history} aria-label={m.board_history()}>
      <h3>{m.board_history()}</h3>
      <ol>
        {booking.history.map(({ at, what, by, reason, from, to }) => (
          <li key={`${at} ${what}`}>
            <time dateTime={at}>{formatMoment(new Date(at), locale)}</time>
            <span>
              {[isCourtMove({ what, from, to }) ? m.story_moved_court() : words[what](), by].filter(Boolean).join('　')}
              {from && <small>{[spot(from), spot(to)].filter(Boolean).join(' → ')}</small>}
              {reason && <small>{reason}</small>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

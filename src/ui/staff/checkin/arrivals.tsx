import { formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import type { Arrival, ArrivalState } from '#modules/attendance/check-in-wire.ts'
import { checkInFrom } from '#modules/attendance/rules.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { isComing } from './door-rules.ts'
import { periodOf } from './outcome-words.ts'
import { PlayersLine } from './players-line.tsx'
import style from './arrivals.module.css'

type Props = { items: Arrival[]; opensMinutes: number; now: Date; onCheckIn(itemId: string): void }

const stateWords: Record<ArrivalState, () => string> = {
  unpaid: m.checkin_state_unpaid,
  expected: m.checkin_state_expected,
  'checked-in': m.checkin_state_in,
  'no-show': m.checkin_state_missed,
  cancelled: m.checkin_state_cancelled,
  parked: m.checkin_state_parked,
}

/** Today's arrivals by hour, from now on: whoever is in, over or cancelled is folded away above them. */
export function Arrivals({ items, opensMinutes, now, onCheckIn }: Props) {
  const coming = items.filter((item) => isComing(item, now))
  const rest = items.filter((item) => !coming.includes(item))
  const count = (state: ArrivalState) => items.filter(({ status, end }) => status === state && new Date(end) > now).length
  const lead = m.checkin_counts({ expected: count('expected'), in: count('checked-in') })
  return (
    <Panel title={m.checkin_arrivals()} lead={lead}>
      {rest.length > 0 && (
        <details className={style.rest}>
          <summary>{m.checkin_over({ count: rest.length })}</summary>
          <ul>
            {rest.map((item) => (
              <ArrivalLine key={item.id} {...{ item, opensMinutes, now }} />
            ))}
          </ul>
        </details>
      )}
      {coming.length === 0 && <p className="soft">{m.checkin_nobody()}</p>}
      {byHour(coming).map(([hour, group]) => (
        <section key={hour} className={style.hour}>
          <h3>{hour}</h3>
          <ul>
            {group.map((item) => (
              <ArrivalLine key={item.id} {...{ item, opensMinutes, now, onCheckIn }} />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  )
}

const byHour = (items: Arrival[]) => [...Map.groupBy(items, ({ start }) => formatTime(new Date(start)))]

type LineProps = { item: Arrival; opensMinutes: number; now: Date; onCheckIn?: Props['onCheckIn'] }

function ArrivalLine({ item, opensMinutes, now, onCheckIn }: LineProps) {
  const { name, status, start, checkedInAt, venue1stName, venue2ndName } = item
  const isLate = status === 'expected' && new Date(start) < now
  const canEnter = status === 'expected' && checkInFrom(new Date(start), opensMinutes) <= now
  return (
    <li className={style.line} data-state={isLate ? 'late' : status}>
      <span className={style.name}>
        <b>{name}</b>
        <PlayersLine players={item.players} className={style.players} />
      </span>
      <span className={style.place}>
        {venue1stName} {venue2ndName} · {periodOf(item)}
      </span>
      <span className={style.state}>
        {isLate ? m.checkin_state_late() : stateWords[status]()}
        {checkedInAt && ` ${formatTime(new Date(checkedInAt))}`}
      </span>
      {onCheckIn && status === 'unpaid' && (
        <StaffButtonLink to="/staff/orders" search={{ order: item.orderNo }} aria-label={m.checkin_take_money_of({ name })}>
          {m.checkin_take_money()}
        </StaffButtonLink>
      )}
      {onCheckIn && canEnter && (
        <StaffButton icon="check" onClick={() => onCheckIn(item.id)} aria-label={m.checkin_let_in({ name })}>
          {m.checkin_let_in_short()}
        </StaffButton>
      )}
    </li>
  )
}

import { formatDay } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { dayOf } from '#lib/zone.ts'
import { mayUndo } from '#modules/attendance/rules.ts'
import { useServerTime } from '#ui/kit/server-clock.ts'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import type { Outcome } from './door-rules.ts'
import { headOf, periodOf } from './outcome-words.ts'
import { PlayersLine } from './players-line.tsx'
import style from './outcome-view.module.css'

type Props = { outcome: Outcome | undefined; onUndo(outcome: Outcome): void }

const toneOf = ({ refusal, isUndone }: Outcome) => (isUndone ? 'undone' : refusal === null ? 'in' : 'no')

/** The last ticket in large words and a colour, for whoever stands at the door. */
export function OutcomeView({ outcome, onUndo }: Props) {
  return (
    <section className={style.outcome} data-tone={outcome ? toneOf(outcome) : 'none'} aria-live="assertive" aria-atomic>
      {outcome ? <Told outcome={outcome} /> : <p className={style.ready}>{m.checkin_ready()}</p>}
      {outcome && <UndoButton outcome={outcome} onUndo={onUndo} />}
      {outcome && <TakeMoney outcome={outcome} />}
    </section>
  )
}

function Told({ outcome }: { outcome: Outcome }) {
  const { ticket, detail, isUnsent, at } = outcome
  return (
    <div className={style.words}>
      <p className={style.head}>
        <StaffIcon name={toneOf(outcome) === 'in' ? 'check' : toneOf(outcome) === 'no' ? 'remove' : 'restore'} size={40} />
        {headOf(outcome)}
      </p>
      {ticket && (
        <p className={style.who}>
          <b>{ticket.name}</b>
          <PlayersLine players={ticket.players} />
          <span>
            {ticket.venue1stName} {ticket.venue2ndName}
          </span>
          <span>
            {dayOf(new Date(ticket.start)) !== dayOf(new Date(at)) && `${formatDay(new Date(ticket.start), getLocale())} `}
            {periodOf(ticket)}
          </span>
        </p>
      )}
      {detail && <p className={style.detail}>{detail}</p>}
      {isUnsent && <p className={style.detail}>{m.checkin_unsent_one()}</p>}
    </div>
  )
}

/** Tickets before the last one, each with its undo while there is time. */
export function EarlierOutcomes({ outcomes, onUndo }: { outcomes: Outcome[]; onUndo(outcome: Outcome): void }) {
  if (outcomes.length === 0) return null
  return (
    <ol className={style.earlier} aria-label={m.checkin_earlier()}>
      {outcomes.map((outcome) => (
        <li key={outcome.key} data-tone={toneOf(outcome)}>
          <b>{headOf(outcome)}</b>
          <span>{outcome.ticket ? `${outcome.ticket.name} · ${outcome.ticket.venue2ndName}` : outcome.detail}</span>
          <UndoButton outcome={outcome} onUndo={onUndo} />
        </li>
      ))}
    </ol>
  )
}

/** Link of an unpaid booking to the order's page, where the desk takes the money. */
function TakeMoney({ outcome: { refusal, ticket } }: { outcome: Outcome }) {
  if (refusal !== 'booking_not_paid' || !ticket) return null
  return (
    <StaffButtonLink to="/staff/orders" search={{ order: ticket.orderNo }}>
      {m.checkin_take_money()}
    </StaffButtonLink>
  )
}

function UndoButton({ outcome, onUndo }: { outcome: Outcome; onUndo(outcome: Outcome): void }) {
  const { at, checkedInAt, refusal, isUndone, ticket } = outcome
  const hasTime = useServerTime(at, (now) => checkedInAt !== null && mayUndo(new Date(checkedInAt), new Date(now)))
  if (refusal !== null || isUndone || !hasTime) return null
  return (
    <StaffButton icon="restore" onClick={() => onUndo(outcome)}>
      {m.checkin_undo({ name: ticket!.name })}
    </StaffButton>
  )
}

import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { DeskLocker, LockerCallAnswer, OverLocker } from '#modules/lockers/desk-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { OpenPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { Link } from '@tanstack/react-router'
import { lockerAddress, type LockerDeskSearch } from './locker-desk-queries.ts'
import { dayWord, outcomeWord, statusTone, statusWord } from './locker-desk-words.ts'
import style from './locker-desk.module.css'
import { LockerActions } from './locker-actions.tsx'

type Props = { locker: DeskLocker; view: LockerDeskSearch['view']; over: OverLocker[] }

/** One locker: who has it and until when, what can be done, and the calls so far. */
export function LockerPanel({ locker, view, over }: Props) {
  const { number, sizeName, status, why, rental } = locker
  return (
    <OpenPanel title={number} chip={<Chip tone={statusTone[status]}>{statusWord[status]()}</Chip>} closed={lockerAddress(view)}>
      <div className="stack gap-4">
        {status === 'out-of-order' && <Callout tone="due" title={why} />}
        <Facts
          facts={[
            [m.locker_column_size(), sizeName],
            rental && [m.locker_column_who(), rental.name],
            rental && [m.locker_column_mobile(), rental.mobile],
            rental?.lastDay && [m.locker_column_ended(), dayWord(rental.lastDay)],
            rental && rental.daysOver > 0 && [m.locker_column_days(), m.locker_desk_days({ days: rental.daysOver })],
            rental?.returnGives !== null && rental?.returnGives !== undefined && [m.locker_column_back(), formatMoney(rental.returnGives)],
            rental?.waitingOrderNo && [m.locker_column_waiting(), rental.waitingOrderNo],
          ]}
        />
        {rental && (
          <p className={style.links}>
            <a href={`tel:${rental.mobile}`}>{m.locker_desk_call({ mobile: rental.mobile })}</a>
            <Link {...toLocation(`/staff/people?person=${rental.memberId}`)}>{m.locker_desk_person()}</Link>
          </p>
        )}
        <LockerActions locker={locker} view={view} over={over} />
        {rental && rental.calls.length > 0 && <Calls calls={rental.calls} />}
      </div>
    </OpenPanel>
  )
}

function Calls({ calls }: { calls: LockerCallAnswer[] }) {
  return (
    <section aria-label={m.locker_column_calls()}>
      <h3 className={style.heading}>{m.locker_column_calls()}</h3>
      <ol className={style.calls}>
        {calls.map(({ at, by, outcome, note }) => (
          <li key={at}>
            <b>{outcomeWord[outcome]()}</b> {note}
            <small>
              {formatMoment(new Date(at), getLocale())} {by}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}

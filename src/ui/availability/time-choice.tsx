import { m } from '#i18n/generated/messages.js'
import { formatDayBrief, formatTime } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { dayOf } from '#lib/zone.ts'
import type { FacilityTimes } from '#modules/venues/wire.ts'
import { isChosen, type CartPiece } from '#ui/orders/cart-periods.ts'
import { dropPiece, togglePiece, useCart } from '#ui/orders/cart.ts'
import { sayRefused } from '#ui/orders/say-refused.ts'
import { sayAmount, sayCourts } from '#ui/venues/venue-words.ts'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { useState } from 'react'
import { piecesOf, sayStretch, type Time } from './time-pieces.ts'
import style from './time-choice.module.css'

/** Loaded when a time is chosen. */
export const Courts = lazyWithRetry(async () => (await import('./court-choice.tsx')).Courts)

type Props = {
  found: FacilityTimes
  /** The times are of several days: each day has its row. */
  byDay?: boolean
}

/** Days that are shown before somebody asks for more. */
const daysAtFirst = 3

/**
 * The free times of a facility, each to be chosen with one press: it takes the first court that is free then, and shows the others
 * to take instead or as well.
 */
export function TimeChoice({ found, byDay = false }: Props) {
  const [opened, setOpened] = useState<string>()
  const [allDays, showAllDays] = useState(false)
  const pieces = useCart((cart) => cart.pieces)
  const isTaken = (time: Time) => piecesOf(found, time).some((piece) => isChosen(pieces, piece))
  const shown = found.times.find((time) => time.start === opened) ?? found.times.find(isTaken)
  const buttons = (times: Time[]) => <Times found={found} times={times} pieces={pieces} onOpen={setOpened} />
  const days = byDay ? [...Map.groupBy(found.times, ({ start }) => dayOf(new Date(start)))] : []
  return (
    <>
      {byDay ? (
        <dl className={style.days}>
          {days.slice(0, allDays ? undefined : daysAtFirst).map(([day, times]) => (
            <div key={day}>
              <dt>{formatDayBrief(day, getLocale())}</dt>
              <dd>{buttons(times)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        buttons(found.times)
      )}
      {!allDays && days.length > daysAtFirst && (
        <button type="button" className={style.moreDays} onClick={() => showAllDays(true)}>
          {m.venues_more_days({ count: days.length - daysAtFirst })}
        </button>
      )}
      {found.deposit > 0 && <p className="note">{m.venues_deposit_too({ amount: formatMoney(found.deposit) })}</p>}
      {shown && <Courts found={found} time={shown} />}
    </>
  )
}

type TimesProps = { found: FacilityTimes; times: Time[]; pieces: CartPiece[]; onOpen(start: string | undefined): void }

function Times({ found, times, pieces, onOpen }: TimesProps) {
  const chosenAt = (time: Time) => piecesOf(found, time).filter((piece) => isChosen(pieces, piece))
  const press = (time: Time) => {
    const chosen = chosenAt(time)
    const first = piecesOf(found, time)[0]!
    if (chosen.length > 0) chosen.forEach(dropPiece)
    else sayRefused(togglePiece(first), first.court)
    onOpen(chosen.length > 0 ? undefined : time.start)
  }
  return (
    <ul className={style.times}>
      {times.map((time) => (
        <li key={time.start}>
          <button type="button" className={style.time} aria-pressed={chosenAt(time).length > 0} onClick={() => press(time)}>
            <b>{isLong(found, time) ? sayStretch(time) : formatTime(new Date(time.start))}</b>
            <span>
              {sayFree(found, time)} · {sayAmount(time.priceFrom)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Whether a time has to say when it ends. */
const isLong = ({ facility }: FacilityTimes, { start, end }: Time): boolean =>
  facility.sessions.length > 0 || Date.parse(end) - Date.parse(start) > 3_600_000

/** The court, where only one is free; else how many are. */
const sayFree = ({ facility, courts }: FacilityTimes, { courts: free }: Time): string =>
  (free.length === 1 && courts.find(({ id }) => id === free[0]!.id)?.name) || sayCourts(facility.drawing, free.length)

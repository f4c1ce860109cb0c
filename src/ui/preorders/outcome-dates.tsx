import { m } from '#i18n/generated/messages.js'
import type { Day } from '#lib/zone.ts'
import type { LineBody } from '#modules/preorders/wire.ts'
import { ClosedDays } from './closed-days.tsx'
import { dayShort, lineWords, sayDay } from './preorder-words.ts'
import type { LineOutcome } from './season-model.ts'
import chips from './date-chips.module.css'
import style from './preorder-card.module.css'

type Props = { lines: LineBody[]; outcome: LineOutcome[]; courtOf(venue2ndId: number): string; heldWord: string }

/** Outcome of a submission by line and date. */
export function OutcomeDates({ lines, outcome, courtOf, heldWord }: Props) {
  return (
    <ul className="stack">
      {lines.map((one, n) => {
        const { held = [], refused = [], leftOut = [] } = outcome[n] ?? {}
        if (held.length + refused.length === 0) return null
        return (
          <li key={`${one.venue2ndId} ${one.start} ${one.weekly?.weekday ?? 'single'}`} className="stack gap-2">
            <h3>
              {courtOf(one.venue2ndId)} {lineWords(one)}
            </h3>
            {refused.length > 0 && (
              <ul className={style.refused} aria-label={m.preorder_refused_dates()}>
                {refused.map(({ date, reason }) => (
                  <li key={date}>
                    <b>{sayDay(date)}</b> {reason}
                  </li>
                ))}
              </ul>
            )}
            {held.length > 0 && <HeldDates word={heldWord} dates={held} />}
            <ClosedDays days={leftOut} />
          </li>
        )
      })}
    </ul>
  )
}

function HeldDates({ word, dates }: { word: string; dates: Day[] }) {
  return (
    <>
      <p className="note">{word}</p>
      <ul className={chips.dates} aria-label={word}>
        {dates.map((day) => (
          <li key={day} className={`${chips.date} ${style.held}`}>
            {dayShort(day)}
          </li>
        ))}
      </ul>
    </>
  )
}

import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { CheckLinesAnswer, LineBody, SeasonAlternative } from '#modules/preorders/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { RemoveButton } from '#ui/kit/remove-button.tsx'
import { ClosedDays } from './closed-days.tsx'
import chips from './date-chips.module.css'
import style from './line-card.module.css'
import { dateStateWord, datesWord, dayShort, lineWords, sayDay, weekdayWord } from './preorder-words.ts'
import { withAlternative } from './preorder-values.ts'
import { datesOf, possibleDates, toggleDate, withoutDates } from './wish-dates.ts'

type CheckedLine = CheckLinesAnswer['lines'][number]
type Props = { line: LineBody; checked: CheckedLine | undefined; court: string; onChange(line: LineBody | undefined): void }

/** One line (court and time): its dates, what is taken, and alternatives. */
export function LineCard({ line, checked, court, onChange }: Props) {
  const what = `${court} ${lineWords(line)}`
  const leftOut = checked?.leftOut ?? []
  const included = new Set(datesOf(line).filter((day) => !leftOut.includes(day)))
  const stateOf = new Map(checked?.dates.map(({ date, state }) => [date, state]))
  const lost = [...included].filter((day) => (stateOf.get(day) ?? 'free') !== 'free')
  return (
    <li className={style.line} data-wrong={lost.length > 0 || (checked?.problems.length ?? 0) > 0 || undefined}>
      <div className={style.top}>
        <div>
          <h3>{court}</h3>
          <p>
            <span>{lineWords(line)}</span> <span>{datesWord(included.size)}</span>
          </p>
        </div>
        {checked && <b className={style.price}>{formatMoney(checked.amount)}</b>}
        <RemoveButton className={style.remove} label={m.preorder_line_remove({ line: what })} onClick={() => onChange(undefined)} />
      </div>
      <DateChips {...{ line, what, leftOut, included, stateOf, onChange }} />
      <ClosedDays days={leftOut} />
      {checked?.problems.map(({ code, title }) => (
        <p key={code} className={style.problem}>
          <Icon name="alert" size={18} />
          {title}
        </p>
      ))}
      {lost.length > 0 && (
        <div className="stack gap-2">
          <p className={style.problem}>
            <Icon name="alert" size={18} />
            {m.preorder_dates_lost({ count: lost.length })}
          </p>
          {lost.length < included.size && (
            <Button look="secondary" onClick={() => onChange(withoutDates(line, lost))}>
              {m.preorder_take_out_lost({ count: lost.length })}
            </Button>
          )}
        </div>
      )}
      {checked && checked.alternatives.length > 0 && (
        <Alternatives line={line} alternatives={checked.alternatives} onChoose={(one) => onChange(withAlternative(line, one))} />
      )}
    </li>
  )
}

type ChipsProps = Pick<Props, 'line' | 'onChange'> & {
  /** The line in words. */
  what: string
  leftOut: readonly string[]
  included: ReadonlySet<string>
  stateOf: ReadonlyMap<string, CheckedLine['dates'][number]['state']>
}

/** The dates of a line; pressing one takes it out or puts it back in. */
function DateChips({ line, what, leftOut, included, stateOf, onChange }: ChipsProps) {
  return (
    <ul className={chips.dates} aria-label={m.preorder_dates_of({ line: what })}>
      {possibleDates(line).map((day) => {
        if (leftOut.includes(day)) return null
        const isIn = included.has(day)
        const state = stateOf.get(day) ?? 'free'
        return (
          <li key={day}>
            <button
              type="button"
              className={chips.date}
              aria-pressed={isIn}
              data-state={!isIn ? 'out' : state === 'free' ? 'free' : 'lost'}
              onClick={() => onChange(toggleDate(line, day))}
            >
              <span className="sr-only">{[sayDay(day), isIn ? dateStateWord(state) : m.preorder_date_out()].join(', ')}</span>
              <span aria-hidden>{dayShort(day)}</span>
              {(!isIn || state !== 'free') && <small aria-hidden>{isIn ? dateStateWord(state) : m.preorder_date_out()}</small>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type Offered = { line: LineBody; alternatives: SeasonAlternative[]; onChoose(one: SeasonAlternative): void }

function Alternatives({ line, alternatives, onChoose }: Offered) {
  return (
    <div className="stack gap-2">
      <p>{m.preorder_instead()}</p>
      <ul className={style.alternatives}>
        {alternatives.map((one) => (
          <li key={`${one.venue2ndId} ${one.weekday} ${one.start}`}>
            <Button look="secondary" onClick={() => onChoose(one)}>
              {one.venue2ndName} {line.weekly && one.weekday !== null && `${weekdayWord(one.weekday)} `}
              {one.start}–{one.end} <b>{m.preorder_free_of({ free: one.free, dates: one.dates })}</b>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

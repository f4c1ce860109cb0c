import { m } from '#i18n/generated/messages.js'
import type { LineBody, RoundAnswer } from '#modules/preorders/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { sayLength } from '#ui/venues/venue-words.ts'
import { LineCard } from './line-card.tsx'
import style from './preorder-form.module.css'
import { capsWord } from './preorder-words.ts'
import type { CheckedLines } from './use-lines-check.ts'
import { busiestWeek, lineKey } from './wish-dates.ts'

type Props = {
  round: RoundAnswer
  lines: LineBody[]
  checked: CheckedLines
  error: string | undefined
  onLines(change: (lines: LineBody[]) => LineBody[]): void
}

/** The chosen lines and the limits that they use: shown before the button. */
export function LinesSection({ round, lines, checked, error, onLines }: Props) {
  return (
    <>
      {lines.length === 0 ? (
        <p className={style.empty} data-wrong={error && ''} role={error ? 'alert' : undefined}>
          {m.preorder_lines_none()}
        </p>
      ) : (
        <ul className="stack">
          {lines.map((one) => (
            <LineCard
              key={`${one.venue2ndId} ${one.start} ${one.end} ${one.weekly?.weekday ?? 'single'}`}
              line={one}
              checked={checked.lineOf(one)}
              court={checked.courtOf(one.venue2ndId)}
              onChange={(next) => onLines((before) => before.flatMap((old) => (lineKey(old) === lineKey(one) ? (next ?? []) : old)))}
            />
          ))}
        </ul>
      )}
      <div role="status">
        {checked.problems.map(
          ({ code, title, week }) => code !== 'suspended' && <Callout key={`${code} ${week}`} tone="due" title={title} />,
        )}
      </div>
      <Caps round={round} periods={checked.fullestWeek ?? busiestWeek(lines)} />
    </>
  )
}

/** Limit of periods a week, with what the community already holds; without that until the server has answered. */
function Caps({ round, periods }: { round: RoundAnswer; periods: number }) {
  const allowed = round.periodsPerWeek
  const label = m.preorder_caps({ periods: allowed, length: sayLength(round.minutesPerPeriod) })
  return (
    <div className={style.caps} data-over={periods > allowed || undefined}>
      <p>{label}</p>
      <b>{capsWord(periods, allowed)}</b>
      <meter min={0} max={allowed} value={Math.min(periods, allowed)} aria-label={label} />
    </div>
  )
}

import type { DayName } from '#ui/staff/kit/catalogue-types.ts'
import { timeFrom } from '#lib/zone.ts'
import { dayLabels, join } from '#ui/staff/kit/say-words.ts'
import { dayNames, type Span } from './edit-hours.ts'
import style from './week-drawing.module.css'

/** `levels`: hours of the price levels after the first, each drawn over those before it. */
type Props = { label: string; open: Week; levels?: { name: string; week: Week }[] }
type Week = ReadonlyMap<DayName, Span[]>
const none: NonNullable<Props['levels']> = []

const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const percent = (minute: number) => `${(minute / 1440) * 100}%`
const sayDay = (name: DayName, spans: readonly Span[]) =>
  `${dayLabels[name]()} ${spans.map(({ from, to }) => `${timeFrom(from)}–${timeFrom(to)}`).join(' ') || '–'}`

/** A week from above: days down, hours across; open hours filled, those of price levels hatched. */
export function WeekDrawing({ label, open, levels = none }: Props) {
  const shown = dayNames.filter(
    (name) => name !== 'holiday' || [open, ...levels.map(({ week }) => week)].some((one) => one.get(name)?.length),
  )
  const sayWeek = (week: Week) => join(shown.map((name) => sayDay(name, week.get(name) ?? [])))
  const spoken =
    levels.length === 0 ? [sayWeek(open)] : levels.map(({ name, week }) => (levels.length > 1 ? `${name} ` : '') + sayWeek(week))
  return (
    <div className={style.week} role="img" aria-label={`${label}: ${spoken.join('; ')}`}>
      <div className={style.hours} aria-hidden>
        {hours.map((hour) => (
          <span key={hour} style={{ left: percent(hour * 60) }}>
            {hour}
          </span>
        ))}
      </div>
      {shown.map((name) => (
        <div key={name} className={style.day} aria-hidden>
          <span>{dayLabels[name]()}</span>
          <div className={style.line}>
            {(open.get(name) ?? []).map((span) => (
              <Bar key={`${span.from} ${span.to}`} span={span} kind="open" />
            ))}
            {levels.flatMap((level, n) =>
              (level.week.get(name) ?? []).map((span) => (
                <Bar key={`${n} ${span.from} ${span.to}`} span={span} kind="level" level={n + 1} />
              )),
            )}
          </div>
        </div>
      ))}
      {levels.length > 1 && (
        <ul className={style.legend} aria-hidden>
          {levels.map(({ name }, n) => (
            <li key={name}>
              <i className={style.swatch} data-kind="level" data-level={n + 1} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Bar({ span: { from, to }, kind, level }: { span: Span; kind: 'open' | 'level'; level?: number }) {
  return (
    <span className={style.bar} data-kind={kind} data-level={level} style={{ left: percent(from), width: percent(Math.max(0, to - from)) }}>
      {kind === 'open' && `${timeFrom(from)}–${timeFrom(to)}`}
    </span>
  )
}

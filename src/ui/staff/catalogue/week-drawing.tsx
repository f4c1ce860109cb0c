import type { DayName } from '#ui/staff/kit/catalogue-types.ts'
import { timeFrom } from '#lib/zone.ts'
import { dayLabels, join } from '#ui/staff/kit/say-words.ts'
import { dayNames, type Span } from './edit-hours.ts'
import style from './week-drawing.module.css'

type Props = { label: string; open: ReadonlyMap<DayName, Span[]>; peak?: ReadonlyMap<DayName, Span[]> }

const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const percent = (minute: number) => `${(minute / 1440) * 100}%`
const sayDay = (name: DayName, spans: readonly Span[]) =>
  `${dayLabels[name]()} ${spans.map(({ from, to }) => `${timeFrom(from)}–${timeFrom(to)}`).join(' ') || '–'}`

/** A week from above: days down, hours across; open hours filled, peak hours darker. */
export function WeekDrawing({ label, open, peak }: Props) {
  const shown = dayNames.filter((name) => name !== 'holiday' || open.get(name)?.length || peak?.get(name)?.length)
  const spoken = join(shown.map((name) => sayDay(name, (peak ?? open).get(name) ?? [])))
  return (
    <div className={style.week} role="img" aria-label={`${label}: ${spoken}`}>
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
            {(peak?.get(name) ?? []).map((span) => (
              <Bar key={`${span.from} ${span.to}`} span={span} kind="peak" />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

function Bar({ span: { from, to }, kind }: { span: Span; kind: 'open' | 'peak' }) {
  return (
    <span className={style.bar} data-kind={kind} style={{ left: percent(from), width: percent(Math.max(0, to - from)) }}>
      {kind === 'open' && `${timeFrom(from)}–${timeFrom(to)}`}
    </span>
  )
}

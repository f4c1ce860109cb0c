import { m } from '#i18n/generated/messages.js'
import type { FairnessAnswer } from '#modules/ballots/staff-wire.ts'
import { Facts } from '#ui/kit/facts.tsx'
import style from './fairness.module.css'

type Hall = FairnessAnswer[number]

const afterWords: Record<number, () => string> = {
  1: m.fair_after_1,
  10: m.fair_after_10,
  60: m.fair_after_60,
  1440: m.fair_after_1440,
  10_080: m.fair_after_10080,
}

/** For each hall of a round: clubs by their hours a week, newcomers, those without luck before, and how fast it was gone. */
export function HallFairness({ halls }: { halls: FairnessAnswer }) {
  if (halls.length === 0) return <p>{m.fair_none()}</p>
  return (
    <>
      <p className="note">{m.fair_lead()}</p>
      <ul className={style.halls}>
        {halls.map((hall) => (
          <li key={hall.venue1stId}>
            <h3>
              {hall.venue1stName} <span>{m.draw_hall_clubs({ count: hall.clubs })}</span>
            </h3>
            <Bars
              rows={hall.byHours.map(({ clubs }, n) => ({
                label: hoursWords(hall, n),
                share: (100 * clubs) / hall.clubs,
                said: String(clubs),
              }))}
            />
            <Facts
              facts={[
                hall.newcomers.clubs > 0 && [m.fair_newcomers(), m.draw_hall_of(hall.newcomers)],
                hall.luckless.clubs > 0 && [m.fair_luckless(), m.draw_hall_of(hall.luckless)],
                [m.fair_used(), m.fair_percent({ percent: hall.usedPercent })],
              ]}
            />
            {hall.gone && hall.gone.length > 0 && <Gone gone={hall.gone} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function hoursWords({ byHours }: Hall, n: number): string {
  const { upTo } = byHours[n]!
  if (upTo === null) return m.fair_hours_over({ hours: byHours[n - 1]?.upTo ?? 0 })
  return upTo === 0 ? m.fair_hours_none() : m.fair_hours_up_to({ hours: upTo })
}

function Gone({ gone }: { gone: NonNullable<Hall['gone']> }) {
  return (
    <>
      <h4 className={style.gone}>
        {m.fair_gone()} <small>{m.fair_gone_hint()}</small>
      </h4>
      <Bars
        rows={gone.map(({ minutes, percent }) => ({
          label: afterWords[minutes]?.() ?? '',
          share: percent,
          said: m.fair_percent({ percent }),
        }))}
      />
    </>
  )
}

function Bars({ rows }: { rows: { label: string; share: number; said: string }[] }) {
  return (
    <ul className={`${style.bars} ${style.wide}`}>
      {rows.map(({ label, share, said }, n) => (
        // The length repeats the number beside it.
        <li key={label}>
          <span>{label}</span>
          <span className={style.track} aria-hidden>
            <span style={{ width: `${share}%` }} data-none={n === 0 && label === m.fair_hours_none()} />
          </span>
          <strong>{said}</strong>
        </li>
      ))}
    </ul>
  )
}

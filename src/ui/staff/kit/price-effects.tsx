import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDate } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import { momentAt } from '#lib/zone.ts'
import type { PlanAnswer } from './catalogue-types.ts'
import style from './change-sheet.module.css'

type Effect = PlanAnswer['prices'][number]

/** Prices as each identity will see them, from which day. */
export function PriceEffects({ prices }: { prices: PlanAnswer['prices'] }) {
  if (prices.length === 0) return null
  const groups = [...Map.groupBy(prices, ({ facility, day, courts }) => [facility, day, ...courts].join(' ')).values()]
  return (
    <section className="stack gap-2">
      <h3>{m.staff_change_prices()}</h3>
      <p className={style.quiet}>{m.staff_change_prices_keep()}</p>
      {groups.map((effects) => (
        <EffectTable key={`${effects[0]!.facility} ${effects[0]!.day} ${effects[0]!.courts.join(' ')}`} effects={effects} />
      ))}
    </section>
  )
}

function EffectTable({ effects }: { effects: Effect[] }) {
  const { facilityName, day, courtNames } = effects[0]!
  const levels = [...new Set(effects.flatMap(({ before, after }) => [...(after ?? []), ...(before ?? [])].map(({ level }) => level)))]
  const from = m.staff_change_prices_from({ day: formatDate(momentAt(day, 720), getLocale()) })
  return (
    <table className={style.table}>
      <caption>
        {facilityName} · {from}
        {courtNames.length > 0 && ` · ${courtNames.join('、')}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">{m.staff_kind_identity()}</th>
          {levels.map((level) => (
            <th key={level} scope="col">
              {level}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {effects.map((effect) => (
          <tr key={effect.identity}>
            <th scope="row">{effect.identityName}</th>
            {levels.map((level) => (
              <Amounts key={level} before={priceAt(effect.before, level)} after={priceAt(effect.after, level)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const priceAt = (prices: Effect['after'], wanted: string) => prices?.find(({ level }) => level === wanted)?.price

function Amounts({ before, after }: { before: number | undefined; after: number | undefined }) {
  const text = (amount: number | undefined) => (amount === undefined ? '–' : formatMoney(amount))
  if (before === after) return <td>{text(after)}</td>
  return (
    <td>
      <s>
        <span className="sr-only">{m.staff_change_before()} </span>
        {text(before)}
      </s>{' '}
      <b>
        <span className="sr-only">{m.staff_change_after()} </span>
        {text(after)}
      </b>
    </td>
  )
}

import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { FacilityAnswer } from '#modules/venues/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import style from './fee-tables.module.css'
import { sayAmount, sayDay, sayLevelHours, sayList } from './venue-words.ts'

type Fees = FacilityAnswer['fees'][number]

type Prices = Pick<FacilityAnswer, 'fees' | 'lightFee' | 'lightFrom' | 'deposit' | 'levels'>

/** Prices by identity, and surcharges; price lists that begin later follow with their first day. */
export function FeeTables({ facility }: { facility: FacilityAnswer }) {
  const { feesFrom, coming } = facility
  return (
    <div className="stack gap-5">
      {feesFrom !== null && <h3>{m.venue_fees_from({ day: sayDay(feesFrom) })}</h3>}
      <FeesOf prices={facility} facility={facility} />
      {coming.map((list) => (
        <section key={list.from} className="stack gap-5" aria-label={m.venue_fees_from({ day: sayDay(list.from) })}>
          <h3>{m.venue_fees_from({ day: sayDay(list.from) })}</h3>
          <FeesOf prices={list} facility={facility} />
        </section>
      ))}
      {coming.length > 0 && <p className="note">{m.venue_fees_kept()}</p>}
    </div>
  )
}

function FeesOf({ prices, facility }: { prices: Prices; facility: FacilityAnswer }) {
  const { fees } = prices
  const flat = fees.every(({ byIdentity }) => byIdentity.every((fee) => fee.prices.every((price) => price === fee.prices[0])))
  const levels = flat ? [m.venue_one_price()] : prices.levels.map(({ name }) => name)
  return (
    <>
      {fees.map((one) => (
        <FeeTable
          key={one.courts[0]!.id}
          fees={one}
          levels={levels}
          caption={fees.length > 1 ? sayList(one.courts.map(({ name }) => name)) : undefined}
          unit={unitOf(facility)}
        />
      ))}
      <Notes prices={prices} sessions={facility.sessions} flat={flat} />
    </>
  )
}

function unitOf({ sessions, slotMinutes }: FacilityAnswer): string {
  if (sessions.length > 0) return m.venue_fees_unit_session({ hours: slotMinutes / 60 })
  return slotMinutes === 60 ? m.venue_fees_unit() : m.venue_fees_unit_minutes({ n: slotMinutes })
}

function FeeTable({ fees, levels, caption, unit }: { fees: Fees; levels: string[]; caption: string | undefined; unit: string }) {
  // Two prices fit on any phone; more are scrolled sideways there, also by keyboard.
  const scrolled = levels.length > 2 ? { role: 'group', 'aria-label': caption ?? unit, tabIndex: 0 } : {}
  return (
    <div className={style.scroll} {...scrolled}>
      <table className={style.table}>
        <caption>
          {caption && <b>{caption}</b>} {unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">{m.venue_identity()}</th>
            {levels.map((level) => (
              <th key={level} scope="col">
                {level}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fees.byIdentity.map((fee) => (
            <tr key={fee.identityId} data-yours={fee.yours || undefined}>
              <th scope="row">
                <span className="facts">
                  {fee.needsProof ? `${fee.identity}\u00a0*` : fee.identity}
                  {fee.yours && <Chip tone="good">{m.venue_yours()}</Chip>}
                </span>
              </th>
              {levels.map((level, n) => (
                <td key={level}>{fee.prices[n] === undefined ? '–' : sayAmount(fee.prices[n])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Notes({ prices, sessions, flat }: { prices: Prices; sessions: unknown[]; flat: boolean }) {
  const { levels, lightFee, lightFrom, deposit, fees } = prices
  const light = sessions.length > 0 ? m.venue_light_session : m.venue_light
  const needsProof = fees.some(({ byIdentity }) => byIdentity.some((fee) => fee.needsProof))
  return (
    <ul className={style.notes}>
      {levels.map(
        ({ name, hours }) =>
          !flat && hours.length > 0 && <li key={name}>{m.venue_level_when({ level: name, list: sayLevelHours(hours) })}</li>,
      )}
      {lightFee > 0 && lightFrom !== null && <li>{light({ from: lightFrom, amount: formatMoney(lightFee) })}</li>}
      {deposit > 0 && <li>{m.venue_deposit({ amount: formatMoney(deposit) })}</li>}
      {needsProof && <li>{m.venue_proof_note()}</li>}
    </ul>
  )
}

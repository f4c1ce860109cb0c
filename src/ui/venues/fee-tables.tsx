import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { FacilityAnswer } from '#modules/venues/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import style from './fee-tables.module.css'
import { sayAmount, sayDay, sayList, sayPeak } from './venue-words.ts'

type Fees = FacilityAnswer['fees'][number]

type Prices = Pick<FacilityAnswer, 'fees' | 'lightFee' | 'lightFrom' | 'deposit' | 'peakHours'>

/** Prices by identity, and surcharges; price lists that begin later follow with their first day. */
export function FeeTables({ facility }: { facility: FacilityAnswer }) {
  const { feesFrom, coming } = facility
  return (
    <div className={style.fees}>
      {feesFrom !== null && <h3 className={style.from}>{m.venue_fees_from({ day: sayDay(feesFrom) })}</h3>}
      <FeesOf prices={facility} facility={facility} />
      {coming.map((list) => (
        <section key={list.from} className={style.fees} aria-label={m.venue_fees_from({ day: sayDay(list.from) })}>
          <h3 className={style.from}>{m.venue_fees_from({ day: sayDay(list.from) })}</h3>
          <FeesOf prices={list} facility={facility} />
        </section>
      ))}
      {coming.length > 0 && <p className={style.kept}>{m.venue_fees_kept()}</p>}
    </div>
  )
}

function FeesOf({ prices, facility }: { prices: Prices; facility: FacilityAnswer }) {
  const { fees } = prices
  const flat = fees.every(({ byIdentity }) => byIdentity.every(({ offPeak, peak }) => offPeak === peak))
  return (
    <>
      {fees.map((one) => (
        <FeeTable
          key={one.courts[0]!.id}
          fees={one}
          flat={flat}
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

function FeeTable({ fees, flat, caption, unit }: { fees: Fees; flat: boolean; caption: string | undefined; unit: string }) {
  return (
    <table className={style.table}>
      <caption>
        {caption && <b>{caption}</b>} {unit}
      </caption>
      <thead>
        <tr>
          <th scope="col">{m.venue_identity()}</th>
          {flat ? <th scope="col">{m.venue_one_price()}</th> : null}
          {flat ? null : <th scope="col">{m.venue_off_peak()}</th>}
          {flat ? null : <th scope="col">{m.venue_peak()}</th>}
        </tr>
      </thead>
      <tbody>
        {fees.byIdentity.map((fee) => (
          <tr key={fee.identityId} data-yours={fee.yours || undefined}>
            <th scope="row">
              <span className={style.who}>
                {fee.needsProof ? `${fee.identity}\u00a0*` : fee.identity}
                {fee.yours && <Chip tone="good">{m.venue_yours()}</Chip>}
              </span>
            </th>
            <td>{sayAmount(fee.offPeak)}</td>
            {flat ? null : <td>{sayAmount(fee.peak)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Notes({ prices, sessions, flat }: { prices: Prices; sessions: unknown[]; flat: boolean }) {
  const { peakHours, lightFee, lightFrom, deposit, fees } = prices
  const light = sessions.length > 0 ? m.venue_light_session : m.venue_light
  const needsProof = fees.some(({ byIdentity }) => byIdentity.some((fee) => fee.needsProof))
  return (
    <ul className={style.notes}>
      {!flat && peakHours.length > 0 && <li>{m.venue_peak_when({ list: sayPeak(peakHours) })}</li>}
      {lightFee > 0 && lightFrom !== null && <li>{light({ from: lightFrom, amount: formatMoney(lightFee) })}</li>}
      {deposit > 0 && <li>{m.venue_deposit({ amount: formatMoney(deposit) })}</li>}
      {needsProof && <li>{m.venue_proof_note()}</li>}
    </ul>
  )
}

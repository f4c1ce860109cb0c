import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { FacilityAnswer } from '#modules/venues/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import style from './fee-tables.module.css'
import { sayAmount, sayHours, sayList } from './venue-words.ts'

type Fees = FacilityAnswer['fees'][number]

/** Prices by identity, and surcharges. */
export function FeeTables({ facility }: { facility: FacilityAnswer }) {
  const { fees } = facility
  const flat = fees.every(({ byIdentity }) => byIdentity.every(({ offPeak, peak }) => offPeak === peak))
  return (
    <div className={style.fees}>
      {fees.map((one) => (
        <FeeTable
          key={one.courts[0]!.id}
          fees={one}
          flat={flat}
          caption={fees.length > 1 ? sayList(one.courts.map(({ name }) => name)) : undefined}
          unit={unitOf(facility)}
        />
      ))}
      <Notes facility={facility} flat={flat} />
    </div>
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

function Notes({ facility, flat }: { facility: FacilityAnswer; flat: boolean }) {
  const { peak, lightFee, lightFrom, deposit, sessions } = facility
  const light = sessions.length > 0 ? m.venue_light_session : m.venue_light
  return (
    <ul className={style.notes}>
      {!flat && peak.weekday && peak.weekend && (
        <li>{m.venue_peak_when({ weekday: sayHours(peak.weekday), weekend: sayHours(peak.weekend) })}</li>
      )}
      {lightFee > 0 && lightFrom !== null && <li>{light({ from: lightFrom, amount: formatMoney(lightFee) })}</li>}
      {deposit > 0 && <li>{m.venue_deposit({ amount: formatMoney(deposit) })}</li>}
      <li>{m.venue_proof_note()}</li>
    </ul>
  )
}

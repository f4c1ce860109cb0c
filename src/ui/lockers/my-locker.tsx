import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { clearableFrom } from '#modules/lockers/rules.ts'
import type { PlanAnswer, RentalAnswer } from '#modules/lockers/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { CancelOrder } from '#ui/orders/cancel-order.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import order from '#ui/orders/order.module.css'
import { PayButton } from '#ui/orders/pay-button.tsx'
import { dayWord, daysLeftWords, statusOf, termWord } from './locker-words.ts'
import style from './lockers.module.css'
import { placeOf } from './plan-model.ts'
import { RenewLocker } from './renew-locker.tsx'
import { ReturnLocker } from './return-locker.tsx'
import { WallDrawing } from './wall-drawing.tsx'

type Props = { rental: RentalAnswer; plan: PlanAnswer; serverTime: string }

/** The member's locker: where it stands, until when it is rented, and what can be done now. */
export function MyLocker({ rental, plan, serverTime }: Props) {
  const { number, status, waiting, deposit, endsAt, mayRenew, renewFrom, returnGives } = rental
  const { word, tone } = statusOf[status]
  return (
    <section className={order.card} data-tone={tone === 'good' ? undefined : 'due'} aria-labelledby="my-locker">
      <div className="bar">
        <h2 id="my-locker" className={style.mine}>
          {m.locker_my({ number })}
        </h2>
        <Chip tone={tone}>{word()}</Chip>
      </div>
      {status === 'overdue' && endsAt && (
        <Callout tone="error" title={m.locker_overdue_title()}>
          <p>
            {m.locker_overdue_text({
              day: dayWord(clearableFrom(new Date(endsAt), plan.clearDays).toISOString()),
              amount: formatMoney(deposit),
            })}
          </p>
        </Callout>
      )}
      <Facts rental={rental} plan={plan} serverTime={serverTime} />
      {waiting && <ToPay waiting={waiting} serverTime={serverTime} isRenewal={status !== 'reserved'} />}
      {returnGives !== null && (
        <div className={style.deeds}>
          {status !== 'overdue' && (
            <p className={style.lead}>
              {status === 'active' && renewFrom && `${m.locker_renew_from({ moment: formatMoment(new Date(renewFrom), getLocale()) })} `}
              {m.locker_return_gives({ amount: formatMoney(returnGives) })}
            </p>
          )}
          <div className={order.actions}>
            {mayRenew && <RenewLocker rental={rental} plan={plan} />}
            <ReturnLocker rental={rental} />
          </div>
        </div>
      )}
    </section>
  )
}

function Facts({ rental: { lockerId, sizeName, status, lastDay, deposit }, plan, serverTime }: Props) {
  const place = placeOf(plan.walls, lockerId)
  const facts = [
    lastDay && [
      m.locker_until(),
      status === 'expiring' ? m.locker_day_and_left({ day: dayWord(lastDay), left: daysLeftWords(lastDay, serverTime) }) : dayWord(lastDay),
    ],
    place && [m.locker_where(), m.locker_place({ wall: place.wall.wall, row: place.row, column: place.column })],
    [m.locker_size(), m.locker_size_and_deposit({ size: sizeName, deposit: formatMoney(deposit) })],
  ].filter((fact) => Array.isArray(fact))
  return (
    <div className={style.facts}>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {place && <WallDrawing wall={place.wall} lockerId={lockerId} />}
    </div>
  )
}

type ToPayProps = { waiting: NonNullable<RentalAnswer['waiting']>; serverTime: string; isRenewal: boolean }

function ToPay({ waiting: { orderNo, term, amount, payBefore }, serverTime, isRenewal }: ToPayProps) {
  return (
    <div className={style.deeds}>
      <div className="bar">
        <p className={order.amount}>
          <span>{isRenewal ? m.locker_renewal_due({ term: termWord(term) }) : m.orders_amount_due()}</span>
          <b>{formatMoney(amount)}</b>
        </p>
        <HoldClock payBefore={payBefore} serverTime={serverTime} />
      </div>
      <PayButton orderNo={orderNo} wide />
      <CancelOrder orderNo={orderNo} kind="plain" />
    </div>
  )
}

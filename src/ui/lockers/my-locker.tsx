import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { PlanAnswer, RentalAnswer } from '#modules/lockers/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { CancelOrder } from '#ui/orders/cancel-order.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import order from '#ui/orders/order.module.css'
import { PayButton } from '#ui/orders/pay-button.tsx'
import { dayWord, sizeWord, statusOf, termWord } from './locker-words.ts'
import style from './lockers.module.css'
import { RenewLocker } from './renew-locker.tsx'
import { ReturnLocker } from './return-locker.tsx'

/** The locker that one has: until when, and what can be done about it now. */
export function MyLocker({ rental, plan, serverTime }: { rental: RentalAnswer; plan: PlanAnswer; serverTime: string }) {
  const { number, size, status, lastDay, waiting, deposit, mayRenew, renewFrom } = rental
  const { word, tone } = statusOf[status]
  return (
    <section className={order.card} data-tone={waiting ? 'due' : undefined} aria-labelledby="my-locker">
      <div className={order.top}>
        <h2 id="my-locker" className={style.mine}>
          {m.locker_my({ number })}
        </h2>
        <Chip tone={tone}>{word()}</Chip>
      </div>
      {status === 'overdue' && (
        <Callout tone="error" title={m.locker_overdue_title()}>
          <p>{m.locker_overdue_text({ days: plan.clearDays, amount: formatMoney(deposit) })}</p>
        </Callout>
      )}
      <p className={style.facts}>
        {sizeWord[size]()}
        {lastDay && ` · ${m.locker_until({ day: dayWord(lastDay) })}`} · {m.locker_deposit_of({ amount: formatMoney(deposit) })}
      </p>
      {waiting && <ToPay waiting={waiting} serverTime={serverTime} isRenewal={status !== 'reserved'} />}
      {status === 'active' && renewFrom && (
        <p className={style.facts}>{m.locker_renew_from({ moment: formatMoment(new Date(renewFrom), getLocale()) })}</p>
      )}
      <div className={order.actions}>
        {mayRenew && <RenewLocker rental={rental} plan={plan} />}
        {rental.returnGives !== null && <ReturnLocker rental={rental} />}
      </div>
    </section>
  )
}

function ToPay({
  waiting,
  serverTime,
  isRenewal,
}: {
  waiting: NonNullable<RentalAnswer['waiting']>
  serverTime: string
  isRenewal: boolean
}) {
  const { orderNo, term, amount, payBefore } = waiting
  return (
    <div className={order.form}>
      <div className={order.top}>
        <p className={order.amount}>
          <span>{isRenewal ? m.locker_renewal_due({ term: termWord[term]() }) : m.orders_amount_due()}</span>
          <b>{formatMoney(amount)}</b>
        </p>
        <HoldClock payBefore={payBefore} serverTime={serverTime} />
      </div>
      <PayButton orderNo={orderNo} wide />
      <CancelOrder orderNo={orderNo} text={m.locker_cancel_text()} />
    </div>
  )
}

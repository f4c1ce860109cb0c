import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { clearableFrom, endAfterRenewal, lastDayOf, type Term } from '#modules/lockers/rules.ts'
import type { PlanAnswer, RentalAnswer, ReturnedAnswer, OrderedAnswer } from '#modules/lockers/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { CancelOrder } from '#ui/orders/cancel-order.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import order from '#ui/orders/order.module.css'
import { PayButton } from '#ui/orders/pay-button.tsx'
import { dayWord, daysLeftWords, lastDayIfPaid, statusOf, termWord, priceOf } from './locker-words.ts'
import style from './lockers.module.css'
import { placeOf } from './plan-model.ts'
import { WallDrawing } from './wall-drawing.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useOrdersChanged } from '#ui/orders/order-queries.ts'
import { useState } from 'react'
import { forgetIdempotencyKey, idempotencyKeyFor } from '#ui/orders/idempotency-key.ts'
import { TermChoice } from './term-choice.tsx'

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
      {!isRenewal && (
        <p className={style.lead}>
          {m.locker_until_if_today()} {lastDayIfPaid(serverTime, term)}
        </p>
      )}
      <PayButton orderNo={orderNo} wide />
      <CancelOrder orderNo={orderNo} kind="plain" />
    </div>
  )
}

/** Returns the locker after a confirmation that names the refund: the deposit, but not the rest of the rent. */
function ReturnLocker({ rental: { id, number, returnGives } }: { rental: RentalAnswer }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const [open, setOpen] = useState(false)
  const { busy, refused, form } = useSubmit(async () => {
    const { amount } = await api.post<ReturnedAnswer>('/api/Locker/Return', { rentalId: id })
    setOpen(false)
    toast('success', m.locker_return_toast({ number, amount: formatMoney(amount) }))
    await changed()
  })
  return (
    <>
      <Button look="secondary" className={order.small} onClick={() => setOpen(true)}>
        {m.locker_return()}
      </Button>
      <Sheet open={open} title={m.locker_return_title({ number })} onClose={() => setOpen(false)}>
        <form className="stack gap-4" {...form}>
          <p>{m.locker_return_text({ amount: formatMoney(returnGives ?? 0) })}</p>
          <FormProblem refused={refused} />
          <SheetActions
            main={
              <Button type="submit" look="danger" busy={busy}>
                {m.locker_return_sure()}
              </Button>
            }
          >
            <Button look="quiet" onClick={() => setOpen(false)}>
              {m.locker_return_keep()}
            </Button>
          </SheetActions>
        </form>
      </Sheet>
    </>
  )
}

type RenewLockerProps = { rental: RentalAnswer; plan: PlanAnswer }

/** Renews the rental for one more term; price and new end are shown before the button. */
function RenewLocker({ rental, plan }: RenewLockerProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className={order.small} onClick={() => setOpen(true)}>
        {m.locker_renew()}
      </Button>
      <Sheet open={open} title={m.locker_renew_title({ number: rental.number })} onClose={() => setOpen(false)}>
        <RenewForm rental={rental} plan={plan} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function RenewForm({ rental: { id, size, endsAt }, plan, onDone }: RenewLockerProps & { onDone(): void }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const offer = plan.sizes.find((one) => one.size === size)!
  const [term, setTerm] = useState<Term>(offer.terms[0]?.term ?? 'month')
  const { busy, refused, form } = useSubmit(async () => {
    const wish = { rentalId: id, term }
    await api.post<OrderedAnswer>('/api/Locker/Renew', wish, { headers: { 'idempotency-key': idempotencyKeyFor(wish) } })
    forgetIdempotencyKey()
    toast('success', m.locker_renew_toast())
    onDone()
    await changed()
  })
  return (
    <form className="stack gap-4" {...form}>
      <TermChoice offer={offer} value={term} onChange={setTerm} />
      {endsAt && <p>{m.locker_renew_text({ day: dayWord(lastDayOf(endAfterRenewal(new Date(endsAt), term))) })}</p>}
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" busy={busy}>
            {m.locker_renew_button({ amount: formatMoney(priceOf(offer, term)) })}
          </Button>
        }
      />
    </form>
  )
}

import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { endAfterRenewal, lastDayOf, type Term } from '#modules/lockers/rules.ts'
import type { OrderedAnswer, PlanAnswer, RentalAnswer } from '#modules/lockers/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { forgetIdempotencyKey, idempotencyKeyFor } from '#ui/orders/idempotency-key.ts'
import { useOrdersChanged } from '#ui/orders/order-queries.ts'
import order from '#ui/orders/order.module.css'
import { useState } from 'react'
import { dayWord, priceOf } from './locker-words.ts'
import { TermChoice } from './term-choice.tsx'

type Props = { rental: RentalAnswer; plan: PlanAnswer }

/** Renews the rental for one more term; price and new end are shown before the button. */
export function RenewLocker({ rental, plan }: Props) {
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

function RenewForm({ rental: { id, size, endsAt }, plan, onDone }: Props & { onDone(): void }) {
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
      <Button type="submit" wide busy={busy}>
        {m.locker_renew_button({ amount: formatMoney(priceOf(offer, term)) })}
      </Button>
    </form>
  )
}

import { SheetActions } from '#ui/kit/sheet.tsx'
import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { Term } from '#modules/lockers/rules.ts'
import type { OrderedAnswer, PlanAnswer } from '#modules/lockers/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { forgetIdempotencyKey, idempotencyKeyFor } from '#ui/orders/idempotency-key.ts'
import { useOrdersChanged } from '#ui/orders/order-queries.ts'
import { useState } from 'react'
import { lastDayIfPaid, priceOf, type PlanLocker } from './locker-words.ts'
import { LockerTerms } from './locker-terms.tsx'
import style from './lockers.module.css'
import { placeOf } from './plan-model.ts'
import { TermChoice } from './term-choice.tsx'
import { WallDrawing } from './wall-drawing.tsx'

/** Price and terms of the chosen locker, and the button to rent it. */
export function RentForm({ locker, plan, onDone }: { locker: PlanLocker; plan: PlanAnswer; onDone(): void }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const offer = plan.sizes.find(({ size }) => size === locker.size)!
  const [term, setTerm] = useState<Term>(offer.terms[0]?.term ?? 'month')
  const price = priceOf(offer, term)
  const place = placeOf(plan.walls, locker.id)
  const { busy, refused, form } = useSubmit(async () => {
    const wish = { lockerId: locker.id, term }
    try {
      await api.post<OrderedAnswer>('/api/Locker/Rent', wish, { headers: { 'idempotency-key': idempotencyKeyFor(wish) } })
      forgetIdempotencyKey()
      toast('success', m.locker_reserved_toast({ number: locker.number }))
      onDone()
    } finally {
      await changed()
    }
  })
  return (
    <form className="stack gap-4" {...form}>
      {place && (
        <div className={style.chosen}>
          <p>
            <b>{offer.name}</b>
            <span>{m.locker_place({ wall: place.wall.wall, row: place.row, column: place.column })}</span>
          </p>
          <WallDrawing wall={place.wall} lockerId={locker.id} />
        </div>
      )}
      <TermChoice offer={offer} value={term} onChange={setTerm} />
      <dl className={style.sum}>
        <div>
          <dt>{m.locker_rent()}</dt>
          <dd>{formatMoney(price)}</dd>
        </div>
        <div>
          <dt>{m.locker_deposit()}</dt>
          <dd>{formatMoney(offer.deposit)}</dd>
        </div>
        <div>
          <dt>{m.locker_until_if_today()}</dt>
          <dd>{lastDayIfPaid(plan.serverTime, term)}</dd>
        </div>
        <div className={style.total}>
          <dt>{m.locker_total()}</dt>
          <dd>{formatMoney(price + offer.deposit)}</dd>
        </div>
      </dl>
      <LockerTerms plan={plan} />
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <Button type="submit" busy={busy}>
            {m.locker_rent_button({ number: locker.number, amount: formatMoney(price + offer.deposit) })}
          </Button>
        }
      />
    </form>
  )
}

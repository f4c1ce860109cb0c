import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { OfferAnswered, OpenOffer } from '#modules/closures/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { ConfirmButton } from '#ui/kit/confirm-button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { offersQuery, useOrdersChanged } from '#ui/orders/order-queries.ts'
import detail from '#ui/orders/order-detail.module.css'
import order from '#ui/orders/order.module.css'
import { Ticket } from '#ui/orders/ticket.tsx'
import { useQuery } from '@tanstack/react-query'
import style from './move-page.module.css'

/** Other floor that is held for the member's bookings on closed floor, of one order or of all. */
export function Offers({ orderNo }: { orderNo?: string }) {
  const { data } = useQuery(offersQuery(useApi()))
  const offers = (data?.items ?? []).filter((offer) => orderNo === undefined || offer.orderNo === orderNo)
  return offers.map((offer) => <OfferCard key={offer.id} offer={offer} />)
}

function OfferCard({ offer: { id, reason, from, to, until } }: { offer: OpenOffer }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const answer = async (accept: boolean): Promise<void> => {
    try {
      const { back } = await api.post<OfferAnswered>(`/api/Order/Offer/${id}`, { accept })
      toast('success', toastOf(accept, back))
    } finally {
      await changed()
    }
  }
  const { busy, ready, refused, form } = useSubmit(() => answer(true))
  return (
    <section
      className={`${order.card} ${style.confirm}`}
      data-tone="due"
      aria-label={`${m.offer_title()}　${formatPeriod(new Date(from.start), new Date(from.end), getLocale())}`}
    >
      <h2>{m.offer_title()}</h2>
      <p className={detail.parts}>{m.offer_reason({ reason })}</p>
      <Ticket item={from} gone />
      <p className={order.number}>{m.offer_instead()}</p>
      <Ticket item={to} />
      <p className={detail.parts}>
        {m.offer_until({ until: formatMoment(new Date(until), getLocale()) })} {m.offer_fine()}
      </p>
      <FormProblem refused={refused} />
      <div className={order.actions}>
        {/* Around this button alone: the other one opens a dialog, which may not stand in a form. */}
        <form {...form}>
          <Button type="submit" busy={busy || !ready} className={order.small}>
            {m.offer_accept()}
          </Button>
        </form>
        <ConfirmButton
          label={m.offer_decline()}
          title={m.offer_decline_title()}
          confirmLabel={m.offer_decline()}
          cancelLabel={m.offer_keep()}
          className={order.small}
          onConfirm={() => answer(false)}
        >
          <p>{m.offer_decline_text()}</p>
        </ConfirmButton>
      </div>
    </section>
  )
}

function toastOf(accepted: boolean, back: number): string {
  const amount = formatMoney(back)
  if (!accepted) return m.offer_declined_toast({ amount })
  return back > 0 ? m.offer_accepted_back_toast({ amount }) : m.offer_accepted_toast()
}

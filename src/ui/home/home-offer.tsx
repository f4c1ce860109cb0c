import { m } from '#i18n/generated/messages.js'
import { formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import { toPayQuery, upcomingQuery } from '#ui/orders/order-queries.ts'
import { useQuery } from '@tanstack/react-query'

/** What the waiting list holds for the member, with its countdown. Asked for only when there is something to pay. */
export function HomeOffer() {
  const api = useApi()
  const unpaid = useQuery(toPayQuery(api)).data ?? 0
  const { data } = useQuery({ ...upcomingQuery(api), enabled: unpaid > 0 })
  return data?.toPay
    .filter(({ fromWaitingList }) => fromWaitingList)
    .map(({ orderNo, items, payBefore, serverTime, payAtDesk }) => (
      <Callout
        key={orderNo}
        tone="due"
        role="status"
        title={m.wish_offer()}
        action={
          <ButtonLink to="/member/order/payment-complete" search={{ orderNo }}>
            {m.wish_offer_see()}
          </ButtonLink>
        }
      >
        {items.map(({ id, venue1stName, venue2ndName, start, end }) => (
          <p key={id}>
            {venue1stName} {venue2ndName} · {formatPeriod(new Date(start), new Date(end), getLocale())}
          </p>
        ))}
        {payBefore && <HoldClock payBefore={payBefore} serverTime={serverTime} payAtDesk={payAtDesk} />}
      </Callout>
    ))
}

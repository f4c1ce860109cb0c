import { m } from '#i18n/generated/messages.js'
import { formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { bookWords, Instead, proposalWhen, useReview, type Proposal } from '#ui/my-orders/book-again.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import { againQuery, toPayQuery, upcomingQuery } from '#ui/orders/order-queries.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import style from './home.module.css'

/** What is next for the member: what the waiting list holds for them, or else last week's booking again. */
export function OwnNext() {
  const api = useApi()
  const unpaid = useQuery(toPayQuery(api)).data
  // Asked for only when there is something to pay.
  const upcoming = useQuery({ ...upcomingQuery(api), enabled: unpaid !== undefined && unpaid > 0 }).data
  const offer = upcoming?.toPay.find(({ fromWaitingList }) => fromWaitingList)
  const [proposal] = useQuery(againQuery(api, undefined)).data?.items ?? []
  if (offer) return <Offer order={offer} />
  return proposal && (unpaid === 0 || upcoming) ? <Again proposal={proposal} /> : null
}

function Offer({ order: { orderNo, items, payBefore, serverTime, payAtDesk } }: { order: OrderAnswer }) {
  return (
    <section className={style.ownCard} data-due aria-label={m.wish_offer()}>
      <p>{m.wish_offer()}</p>
      <div role="status">
        {items.map(({ id, venue1stName, venue2ndName, start, end }) => (
          <p key={id}>
            <b>{formatPeriod(new Date(start), new Date(end), getLocale())}</b>
            <span>
              {venue1stName} {venue2ndName}
            </span>
          </p>
        ))}
        {payBefore && <HoldClock payBefore={payBefore} serverTime={serverTime} payAtDesk={payAtDesk} />}
      </div>
      <ButtonLink to="/member/order/payment-complete" search={{ orderNo }}>
        {m.wish_offer_see()}
      </ButtonLink>
    </section>
  )
}

/** One press leads to the review; where not everything is free, to the times nearby. */
function Again({ proposal: { orderNo, periods } }: { proposal: Proposal }) {
  const review = useReview()
  const found = periods.flatMap((one) => one.found ?? [])
  const title = m.again_last_week()
  return (
    <section className={style.ownCard} aria-label={title}>
      <p>{title}</p>
      <div>
        {periods.map((one) => (
          <p key={`${one.venue2ndId} ${one.start}`}>
            <b>{proposalWhen(one)}</b>
            <span>
              {one.venue1stName} {(one.found ?? one).venue2ndName}
            </span>
            <Instead period={one} />
          </p>
        ))}
      </div>
      {found.length === periods.length ? (
        <Button onClick={() => review(found)}>{bookWords(found, true)}</Button>
      ) : (
        <ButtonLink to="/member/order/overview" search={{ orderNo }} look="secondary">
          {m.again_near()}
        </ButtonLink>
      )}
    </section>
  )
}

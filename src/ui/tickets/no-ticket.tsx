import { m } from '#i18n/generated/messages.js'
import { ButtonLink } from '#ui/kit/button.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import { BookLink } from '#ui/orders/book-link.tsx'
import detail from '#ui/orders/order-detail.module.css'

/** Empty state without a coming booking: links to book and to past bookings. */
export function NoTicket() {
  return (
    <div className="stack gap-5">
      <header className={detail.head}>
        <h1>{m.ticket_title()}</h1>
      </header>
      <EmptyCourt>
        <p>{m.ticket_none()}</p>
        <BookLink />
        <ButtonLink to="/member/order/overview" look="quiet">
          {m.ticket_all()}
        </ButtonLink>
      </EmptyCourt>
    </div>
  )
}

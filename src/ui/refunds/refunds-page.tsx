import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import { pageCount, Pagination, paginationProps } from '#ui/kit/pagination.tsx'
import list from '#ui/orders/order-list.module.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RefundCard } from './refund-card.tsx'
import { refundsQuery } from './refund-queries.ts'
import { refundFilter, type RefundSearch } from './refund-search.ts'

/** The member's refunds with their steps. */
export function RefundsPage({ search }: { search: RefundSearch }) {
  const filter = refundFilter(search)
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useQuery(refundsQuery(useApi(), filter))
  const go = (change: RefundSearch, replace = false) =>
    void navigate({ to: '/member/order/refund', search: (before: RefundSearch) => ({ ...before, ...change }), replace })

  // Goes to the last page when the current one has become empty.
  const last = data && pageCount(data.total, data.pageSize)
  useEffect(() => {
    if (last !== undefined && filter.page > last)
      void navigate({ to: '/member/order/refund', search: (before: RefundSearch) => ({ ...before, page: String(last) }), replace: true })
  }, [last, filter.page, navigate])

  return (
    <div className={list.page}>
      <header>
        <h1>{m.refund_list_title()}</h1>
        <p className={list.lead}>
          {m.refund_list_lead()} <Link to="/refund">{m.refund_terms_link()}</Link>
        </p>
      </header>
      {data?.items.length === 0 && (
        <EmptyCourt>
          <p>{m.refund_none()}</p>
          <ButtonLink to="/member/order/overview" look="secondary">
            {m.nav_bookings()}
          </ButtonLink>
        </EmptyCourt>
      )}
      {data && data.items.length > 0 && (
        <>
          <div className={list.list} aria-busy={isPlaceholderData || undefined}>
            {data.items.map((refund) => (
              <RefundCard key={refund.refundNo} refund={refund} />
            ))}
          </div>
          <Pagination {...paginationProps(filter, go)} total={data.total} />
        </>
      )}
      {!data && <div className={list.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
    </div>
  )
}

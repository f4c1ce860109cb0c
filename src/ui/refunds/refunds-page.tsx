import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import { pageCount, Pagination, paginationProps } from '#ui/kit/pagination.tsx'
import { orderQuery } from '#ui/orders/order-queries.ts'
import list from '#ui/orders/order-list.module.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RefundCard, RefundRow } from './refund-card.tsx'
import { isUnderWay, refundsQuery } from './refund-queries.ts'
import { refundFilter, type RefundSearch } from './refund-search.ts'

/** What is owed for an order and is in none of its refunds yet. */
const comingOf = ({ owed }: Pick<OrderAnswer, 'owed'>, refunds: readonly RefundAnswer[]): number =>
  Math.max(0, owed - refunds.reduce((sum, { status, amount, wentBack }) => sum + (status === 'refunded' ? 0 : amount - wentBack), 0))

/** What needs the member first, then what is under way; what is done is rows. */
function Groups({ refunds, busy }: { refunds: readonly RefundAnswer[]; busy: boolean }) {
  const needs = refunds.filter(({ nextWays }) => nextWays.length > 0)
  const underWay = refunds.filter((refund) => !needs.includes(refund) && isUnderWay(refund))
  const done = refunds.filter((refund) => !needs.includes(refund) && !underWay.includes(refund))
  const groups = [
    { id: 'needs', title: m.refund_group_needs(), refunds: needs, Shown: RefundCard },
    { id: 'under-way', title: m.refund_group_under_way(), refunds: underWay, Shown: RefundCard },
    { id: 'done', title: m.refund_group_done(), refunds: done, Shown: RefundRow },
  ].filter((group) => group.refunds.length > 0)
  return groups.map(({ id, title, refunds: shown, Shown }) => (
    <section key={id} className={list.section} aria-labelledby={`refunds-${id}`}>
      <h2 id={`refunds-${id}`}>{title}</h2>
      <div className={list.list} data-rows={Shown === RefundRow || undefined} aria-busy={busy || undefined}>
        {shown.map((refund) => (
          <Shown key={refund.refundNo} refund={refund} />
        ))}
      </div>
    </section>
  ))
}

/** The member's refunds with their steps. */
export function RefundsPage({ search }: { search: RefundSearch }) {
  const filter = refundFilter(search)
  const navigate = useNavigate()
  const api = useApi()
  const { data, isPlaceholderData, refetch } = useQuery(refundsQuery(api, filter))
  const { data: order } = useQuery({ ...orderQuery(api, filter.orderNo ?? ''), enabled: filter.orderNo !== undefined })
  const coming = data && order ? comingOf(order, data.items) : 0

  // What has just become due gets its record within seconds.
  useEffect(() => {
    if (coming === 0) return undefined
    const timer = setInterval(() => void refetch(), 2000)
    return () => clearInterval(timer)
  }, [coming, refetch])
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
      {coming > 0 && (
        <Callout tone="info" role="status" title={m.refund_coming({ amount: formatMoney(coming) })}>
          {m.refund_coming_text()}
        </Callout>
      )}
      {data?.items.length === 0 && coming === 0 && (
        <EmptyCourt>
          <p>{m.refund_none()}</p>
          <ButtonLink to="/member/order/overview" look="secondary">
            {m.nav_bookings()}
          </ButtonLink>
        </EmptyCourt>
      )}
      {data && data.items.length > 0 && (
        <>
          <Groups refunds={data.items} busy={isPlaceholderData} />
          <Pagination {...paginationProps(filter, go)} total={data.total} />
        </>
      )}
      {!data && <div className={list.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
    </div>
  )
}

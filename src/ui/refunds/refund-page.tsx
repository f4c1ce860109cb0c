import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import list from '#ui/orders/order-list.module.css'
import { useQuery } from '@tanstack/react-query'
import { RefundCard } from './refund-card.tsx'
import { refundQuery } from './refund-queries.ts'

/** One refund with its steps, linked from the mail about it. */
export function RefundPage({ refundNo }: { refundNo: string }) {
  const { data: refund } = useQuery(refundQuery(useApi(), refundNo))
  return (
    <div className={list.page}>
      <h1>{m.refund_one({ refundNo })}</h1>
      {refund && <RefundCard refund={refund} />}
      {refund === null && (
        <EmptyCourt>
          <p>{m.refund_not_there()}</p>
        </EmptyCourt>
      )}
      {refund === undefined && <div className={list.skeleton} role="progressbar" aria-label={m.nav_loading()} />}
    </div>
  )
}

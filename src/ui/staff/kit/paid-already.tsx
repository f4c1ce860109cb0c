import { m } from '#i18n/generated/messages.js'
import type { Refused } from '#ui/kit/use-submit.ts'
import { Link } from '@tanstack/react-router'

/** Where the money was taken by an earlier press: its order, with its receipt. */
export function PaidAlready({ refused }: { refused: Refused | undefined }) {
  const orderNo = refused?.more?.['orderNo']
  if (refused?.code !== 'paid_already_so' || typeof orderNo !== 'string') return null
  return (
    <p>
      <Link to="/staff/orders" search={{ order: orderNo }}>
        {m.counter_open_receipt({ orderNo })}
      </Link>
    </p>
  )
}

import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { toPayQuery } from './order-queries.ts'

/** Count of unpaid orders. Fetched only where the bar is visible. */
export function ToPayBadge() {
  const isPhone = window.matchMedia('(width < 768px)').matches
  const { data: count = 0 } = useQuery({ ...toPayQuery(useApi()), enabled: isPhone })
  return <Badge count={count} label={m.orders_to_pay_count({ count })} />
}

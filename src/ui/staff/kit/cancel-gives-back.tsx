import type { CheckCancelAnswer } from '#modules/desk/orders-wire.ts'
import type { CancelRefund } from '#modules/desk/wire.ts'
import { GoesBack } from '#ui/refunds/goes-back.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { ordersKey } from './use-order-call.ts'

type Props = { orderNo: string; ids: readonly string[]; refund: CancelRefund }

/** By which way what is about to be cancelled goes back. */
export function CancelGivesBack({ orderNo, ids, refund }: Props) {
  const api = useApi()
  const asked = { orderNo, ids, refund }
  // What was chosen before goes back otherwise: it does not stand beside the sum of what is chosen now.
  const { data } = useQuery({
    queryKey: [...ordersKey, 'cancel-check', asked],
    queryFn: () => api.post<CheckCancelAnswer>('/api/Staff/Order/Cancel/Check', asked, { silent: true }),
    enabled: ids.length > 0,
  })
  return ids.length > 0 && data ? <GoesBack parts={data.goesBack} /> : null
}

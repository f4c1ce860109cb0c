import type { CheckCancelAnswer } from '#modules/desk/orders-wire.ts'
import { m } from '#i18n/generated/messages.js'
import type { ApiClient } from '#client/api-client.ts'
import type { CancelRefund } from '#modules/desk/wire.ts'
import { GoesBack } from '#ui/refunds/goes-back.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ReadFailure } from './read-failure.tsx'
import { ordersKey } from './use-order-call.ts'

type Asked = { orderNo: string; ids: readonly string[]; refund: CancelRefund }

// What was chosen before goes back otherwise: it does not stand beside the sum of what is chosen now.
export const cancelCheckQuery = (api: ApiClient, asked: Asked) =>
  queryOptions({
    queryKey: [...ordersKey, 'cancel-check', asked],
    queryFn: () => api.post<CheckCancelAnswer>('/api/Staff/Order/Cancel/Check', asked, { silent: true }),
    enabled: asked.ids.length > 0,
  })

/** By which way what is about to be cancelled goes back. Where that cannot be read, it says so: cancelling is possible all the same. */
export function CancelGivesBack(asked: Asked) {
  const read = useQuery(cancelCheckQuery(useApi(), asked))
  if (asked.ids.length === 0) return null
  if (read.data) return <GoesBack parts={read.data.goesBack} />
  return <ReadFailure read={read} unreachable={m.board_cancel_back_unknown()} />
}

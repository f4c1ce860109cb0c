import type { ApiClient } from '#client/api-client.ts'
import type { DeskRefundListAnswer } from '#modules/refunds/wire.ts'
import type { TillDetailAnswer } from '#modules/tills/wire.ts'
import { tillsKey } from '#ui/staff/kit/till-query.ts'
import { anId, readAddress } from '#ui/staff/kit/address.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'

export const tillQuery = (api: ApiClient, id: string | undefined) =>
  queryOptions({
    queryKey: [...tillsKey, 'detail', id],
    queryFn: id === undefined ? skipToken : () => api.get<TillDetailAnswer>(`/api/Staff/Till/${id}`, { silent: true }),
    staleTime: 2000,
    retry: false,
  })

export const deskRefundsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...tillsKey, 'refunds'],
    queryFn: () => api.get<DeskRefundListAnswer>('/api/Staff/Payment/Refunds'),
    staleTime: 2000,
  })

/** Which till is shown, in the address. */
export type TillSearch = { till?: string | undefined }
export const tillIn = (search: TillSearch): string | undefined => readAddress<TillSearch>(search, { till: anId }).till

import type { ApiClient } from '#client/api-client.ts'
import type { ReceiptAnswer } from '#modules/desk/counter-wire.ts'
import { queryOptions } from '@tanstack/react-query'

/** Begins as the counter's keys do: what makes the counter read again makes receipts be read again. */
export const receiptsKey = ['staff-counter', 'receipt'] as const

export const receiptQuery = (api: ApiClient, orderNo: string) =>
  queryOptions({
    queryKey: [...receiptsKey, orderNo],
    queryFn: () => api.get<ReceiptAnswer>(`/api/Staff/Payment/Receipt/${orderNo}`),
    staleTime: 3000,
  })

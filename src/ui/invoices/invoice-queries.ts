import type { ApiClient } from '#client/api-client.ts'
import type { BuyerAnswer, InvoiceListAnswer } from '#modules/invoices/wire.ts'
import { queryOptions } from '@tanstack/react-query'

/** `reference`: the signed link that an order is paid by; without one, what the member has given. */
export const buyerQuery = (api: ApiClient, reference?: string) =>
  queryOptions({
    queryKey: ['invoice-buyer', reference ?? ''],
    queryFn: () =>
      reference === undefined
        ? api.get<BuyerAnswer>('/api/Invoice/Buyer', { silent: true })
        : api.get<BuyerAnswer>('/api/Invoice/Buyer/Link', { query: { ref: reference }, silent: true }),
    staleTime: 60_000,
    retry: false,
  })

/** Read again until papers have followed the money: often at first, then more and more rarely, for an issuer may be down for hours. */
export const invoicesQuery = (api: ApiClient, orderNo?: string) =>
  queryOptions({
    queryKey: ['invoices', orderNo ?? ''],
    queryFn: () => api.get<InvoiceListAnswer>('/api/Invoice/List', { query: { orderNo } }),
    staleTime: 5000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data?.isSettling ? Math.min(60_000, 2000 * 1.3 ** dataUpdateCount) : false),
  })

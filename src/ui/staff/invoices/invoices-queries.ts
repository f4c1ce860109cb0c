import type { ApiClient } from '#client/api-client.ts'
import type { OfficeListAnswer, SumsAnswer } from '#modules/invoices/staff-wire.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InvoicesSearch } from './invoices-search.ts'

export const officeInvoicesKey = ['staff-invoices'] as const

export const officeInvoicesQuery = (api: ApiClient, { show, keyword, page = '1' }: InvoicesSearch) =>
  queryOptions({
    queryKey: [...officeInvoicesKey, 'list', show, keyword, page],
    queryFn: () =>
      api.get<OfficeListAnswer>('/api/Staff/Invoice/List', {
        query: { show: show === 'all' ? 'all' : 'waiting', keyword, page },
        silent: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    refetchInterval: 15_000,
    retry: false,
  })

export const sumsQuery = (api: ApiClient, month: string) =>
  queryOptions({
    queryKey: [...officeInvoicesKey, 'sums', month],
    queryFn: () => api.get<SumsAnswer>('/api/Staff/Invoice/Sums', { query: { month }, silent: true }),
    placeholderData: keepPreviousData,
    staleTime: 2000,
    retry: false,
  })

export const useInvoiceCall = () => useStaffCall([officeInvoicesKey])

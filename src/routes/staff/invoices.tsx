import { m } from '#i18n/generated/messages.js'
import { InvoicesScreen } from '#ui/staff/invoices/invoices-screen.tsx'
import { officeInvoicesQuery, sumsQuery, type InvoicesSearch } from '#ui/staff/invoices/invoices-queries.ts'
import { today } from '#ui/staff/kit/today.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/invoices')({
  validateSearch: ({ show, keyword, page, month }: InvoicesSearch): InvoicesSearch => ({
    show: show === 'all' || show === 'month' ? show : undefined,
    keyword: typeof keyword === 'string' ? keyword.slice(0, 40) : undefined,
    page: typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
    month: typeof month === 'string' && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined,
  }),
  loader: async ({ context: { queryClient, api }, location }) => {
    const search = location.search as InvoicesSearch
    await queryClient.ensureQueryData(officeInvoicesQuery(api, search))
    if (search.show === 'month') await queryClient.ensureQueryData(sumsQuery(api, search.month ?? today().slice(0, 7)))
    return { title: m.staff_screen_invoices() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <InvoicesScreen search={Route.useSearch()} />,
})

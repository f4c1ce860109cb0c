import { m } from '#i18n/generated/messages.js'
import { InvoicesScreen } from '#ui/staff/invoices/invoices-screen.tsx'
import { officeInvoicesQuery, sumsQuery } from '#ui/staff/invoices/invoices-queries.ts'
import { invoicesSearch, type InvoicesSearch } from '#ui/staff/invoices/invoices-search.ts'
import { today } from '#ui/staff/kit/today.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/staff/invoices')({
  validateSearch: (search: InvoicesSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    const search = invoicesSearch(deps)
    await queryClient.ensureQueryData(officeInvoicesQuery(api, search))
    if (search.show === 'month') await queryClient.ensureQueryData(sumsQuery(api, search.month ?? today().slice(0, 7)))
    return { title: m.staff_screen_invoices() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <InvoicesScreen search={Route.useSearch()} />,
})

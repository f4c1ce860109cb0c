import { m } from '#i18n/generated/messages.js'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { TicketPage } from '#ui/tickets/ticket-page.tsx'
import { ticketQuery } from '#ui/tickets/ticket-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'
import { validate } from '../../-validate.ts'

type Search = { orderNo?: string | undefined }

const namesAnOrder = validate(({ search: { orderNo } }) => orderNoPattern.test(String(orderNo)))

export const Route = createFileRoute('/member/order/ticket')({
  validateSearch: (search: Search) => search,
  beforeLoad: (asked) => namesAnOrder(asked),
  loaderDeps: ({ search: { orderNo } }) => ({ orderNo }),
  loader: ({ context: { queryClient, api }, deps }) => queryClient.ensureQueryData(ticketQuery(api, deps.orderNo!)),
  head: () => pageHead({ title: m.ticket_title(), description: m.ticket_description() }),
  component: () => <TicketPage orderNo={Route.useSearch().orderNo!} />,
})

import { ApiProblem } from '#api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { TicketPage } from '#ui/tickets/ticket-page.tsx'
import { ticketQuery } from '#ui/tickets/ticket-queries.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { isOrderNumber } from '../../-order-number.ts'
import { pageHead } from '../../-page-head.ts'

type Search = { orderNo?: string | undefined; day?: string | undefined }

export const Route = createFileRoute('/member/order/ticket')({
  validateSearch: (search: Search) => search,
  beforeLoad: async (asked) => {
    await isOrderNumber(asked)
    if (asked.search.orderNo === undefined) throw redirect({ to: '/member/order/venue', replace: true })
  },
  loaderDeps: ({ search: { orderNo } }) => ({ orderNo }),
  loader: async ({ context: { queryClient, api }, deps: { orderNo } }) => {
    try {
      await queryClient.ensureQueryData(ticketQuery(api, orderNo!))
    } catch (error) {
      // Not paid yet, or cancelled: the order says how it stands.
      if (error instanceof ApiProblem && error.code === 'no_ticket')
        throw redirect({ to: '/member/order/overview', search: { orderNo }, replace: true })
      throw error
    }
    return { title: m.ticket_title(), description: m.ticket_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: Ticket,
})

function Ticket() {
  const { orderNo, day } = Route.useSearch()
  return <TicketPage orderNo={orderNo!} day={day} />
}

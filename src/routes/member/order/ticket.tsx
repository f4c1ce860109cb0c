import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { comingPeriods } from '#ui/orders/coming-periods.ts'
import { upcomingQuery } from '#ui/orders/order-queries.ts'
import { NoTicket } from '#ui/tickets/no-ticket.tsx'
import { TicketPage } from '#ui/tickets/ticket-page.tsx'
import { ticketQuery } from '#ui/tickets/ticket-queries.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { isOrderNumber } from '../../-order-number.ts'
import { pageHead } from '../../-page-head.ts'

type Search = { orderNo?: string | undefined; day?: string | undefined }

/** The ticket of an order, or without `orderNo` the next ticket. */
export const Route = createFileRoute('/member/order/ticket')({
  staticData: {
    task: ({ orderNo }) =>
      orderNo
        ? { back: { to: '/member/order/overview', search: { orderNo: String(orderNo) }, label: m.orders_this } }
        : { back: { to: '/member/order/overview', label: m.nav_bookings } },
  },
  validateSearch: (search: Search) => search,
  beforeLoad: (asked) => isOrderNumber(asked),
  loaderDeps: ({ search: { orderNo } }) => ({ orderNo }),
  loader: async ({ context: { queryClient, api }, deps: { orderNo } }) => {
    const shown = orderNo ?? comingPeriods((await queryClient.ensureQueryData(upcomingQuery(api))).next)[0]?.orderNo
    try {
      if (shown !== undefined) await queryClient.ensureQueryData(ticketQuery(api, shown))
    } catch (error) {
      // An order without a ticket (unpaid or cancelled) is shown on its own page.
      if (error instanceof ApiProblem && error.code === 'no_ticket')
        throw redirect({ to: '/member/order/overview', search: { orderNo: shown }, replace: true })
      throw error
    }
    return { title: m.ticket_title(), description: m.ticket_description(), shown }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: Ticket,
})

function Ticket() {
  const { day } = Route.useSearch()
  const { shown } = Route.useLoaderData()
  return shown === undefined ? <NoTicket /> : <TicketPage orderNo={shown} day={day} />
}

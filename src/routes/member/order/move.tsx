import { m } from '#i18n/generated/messages.js'
import { MovePage } from '#ui/my-orders/move-page.tsx'
import { moveQuery } from '#ui/orders/order-queries.ts'
import { createFileRoute } from '@tanstack/react-router'
import { isOrderNumber } from '../../-order-number.ts'
import { pageHead } from '../../-page-head.ts'

type Search = { orderNo: string; item: string; date?: string | undefined }

export const Route = createFileRoute('/member/order/move')({
  staticData: {
    task: ({ orderNo }) => ({
      back: { to: '/member/order/overview', search: { orderNo: String(orderNo) }, label: m.orders_this },
    }),
  },
  validateSearch: (search: Search) => search,
  beforeLoad: (asked) => isOrderNumber(asked),
  loaderDeps: ({ search: { item, date } }) => ({ item, date }),
  loader: async ({ context: { queryClient, api }, deps: { item, date } }) => {
    await queryClient.ensureQueryData(moveQuery(api, String(item), date))
    return { title: m.move_title(), description: m.move_title() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: Move,
})

function Move() {
  const { orderNo, item, date } = Route.useSearch()
  return <MovePage orderNo={orderNo} itemId={item} date={date} />
}

import { m } from '#i18n/generated/messages.js'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { orderQuery, resultQuery, type Asked } from '#ui/orders/order-queries.ts'
import { PaymentResult } from '#ui/orders/payment-result.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'
import { validate } from '../../-validate.ts'

type Search = { ref?: string | undefined; orderNo?: string | undefined }

/** Cut when it is too long to be one of ours: then it is as wrong as any other. */
const askedBy = ({ ref, orderNo }: Search): Asked => (ref ? { ref: ref.slice(0, 200) } : { orderNo: orderNo! })

const namesAnOrder = validate(({ search: { ref, orderNo } }) => Boolean(ref) || orderNoPattern.test(String(orderNo)))

export const Route = createFileRoute('/member/order/payment-complete')({
  validateSearch: (search: Search) => search,
  beforeLoad: (asked) => namesAnOrder(asked),
  loaderDeps: ({ search: { ref, orderNo } }) => ({ ref, orderNo }),
  loader: async ({ context: { queryClient, api }, deps }) => {
    const { orderNo } = await queryClient.fetchQuery(resultQuery(api, askedBy(deps)))
    await queryClient.ensureQueryData(orderQuery(api, orderNo))
    return { title: m.result_title(), description: m.result_description() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <PaymentResult asked={askedBy(Route.useSearch())} />,
})

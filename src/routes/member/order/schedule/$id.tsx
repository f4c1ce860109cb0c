import { m } from '#i18n/generated/messages.js'
import { PreOrderDetail } from '#ui/preorders/preorder-detail.tsx'
import { preOrderQuery } from '#ui/preorders/preorder-queries.ts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageHead } from '../../../-page-head.ts'
import { looksLikePreOrderNo } from '../../../-preorder-number.ts'
import { validate } from '../../../-validate.ts'

const isPreOrderNo = validate(({ params }) => looksLikePreOrderNo(params['id']))

export const Route = createFileRoute('/member/order/schedule/$id')({
  staticData: { task: { back: { to: '/member/order/schedule', label: m.nav_schedule } } },
  beforeLoad: (asked) => isPreOrderNo(asked),
  loader: async ({ context: { queryClient, api }, params: { id } }) => {
    const { status } = await queryClient.ensureQueryData(preOrderQuery(api, id))
    if (status === 'draft') throw redirect({ to: '/member/order/schedule/create', search: { draft: id }, replace: true })
    return { title: `${m.nav_schedule()} ${id}` }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <PreOrderDetail orderNo={Route.useParams().id} />,
})

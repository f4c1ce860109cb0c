import { m } from '#i18n/generated/messages.js'
import { readCookie } from '#lib/cookies.ts'
import { cartCookie } from '#ui/orders/cart-cookie.ts'
import { CheckPage } from '#ui/orders/check-page.tsx'
import { checkQuery } from '#ui/orders/order-queries.ts'
import { readCart } from '#ui/orders/read-cart.ts'
import { viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { createFileRoute } from '@tanstack/react-router'
import { getGlobalStartContext } from '@tanstack/react-start'
import { pageHead } from '../-page-head.ts'

export const Route = createFileRoute('/order/check')({
  staticData: { layout: 'area', task: { back: { to: '/order', label: m.nav_order } } },
  // The browser reads the cart from its store, the server from a cookie.
  loader: async ({ context: { queryClient, api } }) => {
    const chosen = readCart(readCookie(getGlobalStartContext()?.request.headers.get('cookie'), cartCookie))
    const items = chosen.map(({ courtId, start, end }) => ({ venue2ndId: courtId, start, end }))
    const viewer = queryClient.getQueryData<Viewer>(viewerKey)
    if (items.length > 0) await queryClient.prefetchQuery(checkQuery(api, items, viewer?.id))
    return { title: m.check_title(), description: m.check_description(), chosen }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <CheckPage chosen={Route.useLoaderData().chosen} />,
})

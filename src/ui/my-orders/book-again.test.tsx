import { createApiClient } from '#client/api-client.ts'
import type { AgainAnswer } from '#modules/orders/wire.ts'
import { againQuery } from '#ui/orders/order-queries.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BookAgain } from './book-again.tsx'

type Period = AgainAnswer['items'][number]['periods'][number]

const time = { start: '2026-11-20T19:00:00+08:00', end: '2026-11-20T20:00:00+08:00' }
const court = (n: number) => ({
  venue1stId: 1,
  venue1stName: '羽球館',
  venue2ndId: n,
  venue2ndName: `羽球場 ${n}`,
  drawing: 'badminton',
  colour: '#123456',
  picture: null,
  ...time,
})
const free = (n: number): Period => ({ ...court(n), found: { ...court(n), price: 500, total: 500, sharesWith: [] }, near: [] })
const taken = (n: number): Period => ({ ...court(n), found: null, near: [] })

async function card(periods: Period[]): Promise<string> {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  queryClient.setQueryData(againQuery(api, undefined).queryKey, { items: [{ orderNo: 'F261117AAAAAAA', periods }] })
  const shown = () => <BookAgain />
  const root = createRootRouteWithContext<RouterContext>()({ component: shown, notFoundComponent: shown })
  const router = createRouter({
    routeTree: root,
    context: { queryClient, api } as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

it('books all periods where all are free', async () => {
  const html = await card([free(1), free(2)])
  expect(html).toContain('預約 NT$1,000')
  expect(html).not.toContain('其餘')
})

it('books what is free where nothing else is', async () => expect(await card([free(1), taken(2)])).toContain('預約其餘時段 NT$500'))

it('books nothing where nothing is free', async () => expect(await card([taken(1), taken(2)])).not.toContain('NT$'))

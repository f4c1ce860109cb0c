import { createApiClient } from '#client/api-client.ts'
import type { ViolationListAnswer } from '#modules/violations/wire.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LapsePoint } from './lapse-point.tsx'

const lapsedAt = new Date('2026-11-15T10:15:00+08:00')
const limits = { pointsToSuspend: 3, pointDays: 180, suspendDays: 90, lateCancelHours: 48 }

/** Text of the result page of a lapsed order, so many minutes after it lapsed. */
async function said(points: { orderNo: string; kind: string }[], minutesLater: number): Promise<string> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['violations'], {
    points,
    counting: points.length,
    ...limits,
    suspension: null,
  } as unknown as ViolationListAnswer)
  const serverTime = new Date(lapsedAt.getTime() + minutesLater * 60_000)
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => <LapsePoint orderNo="F261115AAAAAAA" lapsedAt={lapsedAt} serverTime={serverTime} />,
  })
  const page = createRoute({ getParentRoute: () => root, path: '/member/violation' })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    context: { queryClient, api: createApiClient({ token: () => undefined }) } as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/member/violation'] }),
  })
  await router.load()
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, '')
}

it('says the point that a lapse has cost, how many there are, and how many suspend', async () => {
  const text = await said(
    [
      { orderNo: 'F261115AAAAAAA', kind: 'expired' },
      { orderNo: 'F261101BBBBBBB', kind: 'no-show' },
    ],
    60,
  )
  expect(text).toContain('已記違規 1 點')
  expect(text).toContain('目前 2 點，滿 3 點停權')
  expect(text).toContain('180 天內滿 3 點，停權 90 天')
})

it('says that it will cost a point while the job has not given it yet', async () => {
  expect(await said([], 0.5)).toContain('逾期未繳會記違規 1 點')
})

it('says nothing of points where none was given', async () => {
  expect(await said([{ orderNo: 'F261115CCCCCCC', kind: 'expired' }], 60)).toBe('')
})

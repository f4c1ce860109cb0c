import { createApiClient } from '#client/api-client.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Shortcuts } from './shortcuts.tsx'

const pages = [
  '/login',
  '/register',
  '/documents',
  '/order',
  '/member',
  '/member/order/overview',
  '/member/order/schedule',
  '/repair',
  '/staff',
]

async function linksFor(viewer: { email: string; communityName: string; roles: string[] } | null): Promise<string[]> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['viewer'], viewer)
  const root = createRootRouteWithContext<RouterContext>()({ component: Shortcuts })
  const router = createRouter({
    routeTree: root.addChildren(pages.map((path) => createRoute({ getParentRoute: () => root, path }))),
    context: { queryClient, api: createApiClient({ token: () => undefined }) } as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/login'] }),
  })
  await router.load()
  const provided = <RouterProvider router={router as never} />
  const html = renderToString(<QueryClientProvider client={queryClient}>{provided}</QueryClientProvider>)
  return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!)
}

const someone = { email: 'a@example.com', communityName: '', roles: [] }

it.each([
  ['a visitor', null, ['/login', '/register', '/documents', '/repair']],
  ['a member', someone, ['/order', '/member/order/overview', '/member', '/repair']],
  ['a community', { ...someone, communityName: '社' }, ['/member/order/schedule', '/order', '/member/order/overview', '/member']],
  ['staff', { ...someone, roles: ['desk'] }, ['/staff', '/order', '/member', '/repair']],
])('A1 %s is led to what they come for', async (_, viewer, links) => {
  expect(await linksFor(viewer)).toEqual(links)
})

import { QueryClient } from '@tanstack/react-query'
import { createRouter, createSerializationAdapter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { getGlobalStartContext } from '@tanstack/react-start'
import { ApiProblem } from '#client/api-problem.ts'
import { splitPrefix, withPrefix } from '#i18n/locale.ts'
import { failureOf, PageFailure, type Failure } from '#client/page-failure.ts'
import { routeTree } from './route-tree.gen.ts'
import { parseSearch, stringifySearch } from '#routes/-search.ts'
import { browserApi } from '#ui/shell/browser-api.ts'
import { ErrorView, NotFoundView } from '#ui/shell/failure-views.tsx'
import { browserPrefix } from '#ui/session/language.ts'
import { serializeFor } from '#ui/session/kept-page.ts'
import type { Layout, TaskOf } from '#ui/session/page-layout.ts'
import type { AppRouter, RouterContext } from '#ui/session/router-context.ts'
import { renderingApi } from '#ui/shell/rendering-api.ts'

export function getRouter() {
  const page = getGlobalStartContext()
  const queryClient = new QueryClient({
    defaultOptions: {
      // The API client retries by its own rule; a second one here would multiply the attempts.
      queries: { staleTime: 30_000, retry: false },
      // Answers of the API are JSON: as one text they are written and read faster than value by value.
      ...(import.meta.env.SSR ? { dehydrate: { serializeData: serializeFor(page?.kept) } } : {}),
      hydrate: { deserializeData: JSON.parse },
    },
  })
  const prefix = () => (page ? page.prefix : browserPrefix())
  const open: { router?: AppRouter } = {}
  const router = createRouter({
    routeTree,
    context: {
      queryClient,
      api: import.meta.env.SSR && page ? renderingApi(page) : browserApi(() => open.router!),
    } satisfies RouterContext,
    ...(page ? { ssr: { nonce: page.nonce } } : {}),
    rewrite: {
      input: ({ url }) => {
        url.pathname = splitPrefix(url.pathname).path
        return url
      },
      output: ({ url }) => {
        url.pathname = withPrefix(prefix(), url.pathname)
        return url
      },
    },
    parseSearch,
    stringifySearch,
    // TanStack Start puts its own adapters first and keeps these; its types allow them only in start.ts, which the browser does not load.
    ...({ serializationAdapters: [safeErrors] } as object),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundView,
    defaultErrorComponent: ErrorView,
  })
  open.router = router
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

/** Serializes errors from the server to the browser: only the fields that the error page shows are sent. */
const safeErrors = createSerializationAdapter<Error, Failure>({
  key: 'failure',
  test: (value): value is Error => value instanceof Error || value instanceof ApiProblem,
  toSerializable: failureOf,
  fromSerializable: (failure) => new PageFailure(failure),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
  interface StaticDataRouteOption {
    /** What stands around the page; `default` when not set. */
    layout?: Layout
    /** What is done on the page, when that is one thing. */
    task?: TaskOf
  }
}

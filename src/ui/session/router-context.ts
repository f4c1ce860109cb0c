import type { ApiClient } from '#client/api-client.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** What every route is given. */
export type RouterContext = { queryClient: QueryClient; api: ApiClient }

/** The router without its routes: naming them here would close a cycle of imports. */
export type AppRouter = AnyRouter

export const contextOf = (router: AppRouter): RouterContext => router.options.context as RouterContext

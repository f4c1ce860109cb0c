import type { ApiClient } from '#client/api-client.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** What every route is given. */
export type RouterContext = { queryClient: QueryClient; api: ApiClient }

/** The router without its routes: naming them here would close a cycle of imports. */
export type AppRouter = AnyRouter

export const contextOf = (router: AppRouter): RouterContext => router.options.context as RouterContext

/** Whether a path belongs to the console, whose routes are known only to a document that was opened there. */
export const isConsole = (path: string): boolean => /^\/staff(\/(?!join)|$)/.test(path)
export const documentKind = { isConsole: false }

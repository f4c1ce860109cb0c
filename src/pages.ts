import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { localeCookie, pickLocale, splitPrefix, type Locale } from '#i18n/locale.ts'
import { readCookie } from '#lib/cookies.ts'
import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { AsyncLocalStorage } from 'node:async_hooks'
import { failureOf, isExpected } from './page-failure.ts'
import type { PageRequest } from './page-request.ts'
import { tokenCookie } from './ui/shell/session-cookies.ts'

/** One page being rendered: pages of several visitors are rendered at the same time, in different languages. */
type Rendering = { locale: Locale; report: PageRequest['report']; status?: number; forgetToken?: boolean }

const rendering = new AsyncLocalStorage<Rendering>()
overwriteGetLocale(() => rendering.getStore()?.locale ?? 'tw')

const handle = createStartHandler(({ request, router, responseHeaders }) => {
  const current = rendering.getStore()
  for (const { error, status } of router.state.matches) {
    if (status !== 'error' || !current) continue
    current.status ??= failureOf(error).status
    if (!isExpected(error)) current.report(error)
  }
  return defaultStreamHandler({ request, router, responseHeaders })
})

export default {
  async fetch(request: Request, { context }: { context: PageRequest }): Promise<Response> {
    const { pathname } = new URL(request.url)
    const { prefix } = splitPrefix(pathname)
    const locale = pickLocale(pathname, readCookie(request.headers.get('cookie'), localeCookie), request.headers.get('accept-language'))
    const current: Rendering = { locale, report: context.report }
    const response = await rendering.run(current, () => handle(request, { context: { ...context, locale, prefix, request, forgetToken: () => void (current.forgetToken = true) } }))
    const headers = new Headers(response.headers)
    if (current.forgetToken) headers.append('set-cookie', `${tokenCookie}=; Path=/; Max-Age=0; SameSite=Lax`)
    // C9: the status of the document is the number that the error page shows.
    return new Response(response.body, { status: current.status ?? response.status, headers })
  },
}

import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { localeCookie, pickLocale, splitPrefix, type Locale } from '#i18n/locale.ts'
import { defaultLocale } from '#i18n/languages.ts'
import { readCookie } from '#lib/cookies.ts'
import type { AnyRouter } from '@tanstack/react-router'
import { renderSsrHtmlResponse, RouterServer } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { failureOf, isExpected } from '#client/page-failure.ts'
import type { PageRequest } from '#navigation/page-request.ts'
import { tokenCookie, tokenIn } from '#modules/logins/rules.ts'

/** One page being rendered: pages of several visitors are rendered at the same time, in different languages. */
type Rendering = { locale: Locale; report: PageRequest['report']; status?: number; cookies: string[] }

const rendering = new AsyncLocalStorage<Rendering>()
overwriteGetLocale(() => rendering.getStore()?.locale ?? defaultLocale)

const handle = createStartHandler(async ({ router, responseHeaders }) => {
  for (const match of router.state.matches) if (match.status === 'error') noteFailure(match.error)
  // Rendered before it is handed over: what fails is logged by us, where the framework would print it.
  const html = await renderApp(router)
  return renderSsrHtmlResponse({ router, responseHeaders, render: () => html })
})

/**
 * The page as one text, when all of it is there. What it shows was loaded before, so that nothing is gained by streaming. A part
 * that fails is left to the browser, and the page has the status of its failure.
 */
function renderApp(router: AnyRouter): Promise<string> {
  const { nonce } = router.options.ssr ?? {}
  const [written, failures]: [Buffer[], unknown[]] = [[], []]
  return new Promise((resolve, reject) => {
    const page = new Writable({
      write: (bytes: Buffer, _, next) => (written.push(bytes), next()),
      // The framework writes the document type itself.
      final: (end) => (resolve(Buffer.concat(written).toString().replace(documentType, '')), end()),
    })
    const { pipe } = renderToPipeableStream(createElement(RouterServer, { router }), {
      ...(nonce === undefined ? {} : { nonce }),
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
      onShellError: reject,
      onAllReady: () => (failures.forEach(noteFailure), pipe(page)),
    })
  })
}

const documentType = /^<!doctype html>/i

function noteFailure(error: unknown): void {
  const current = rendering.getStore()
  if (!current) return
  current.status ??= failureOf(error).status
  if (!isExpected(error)) current.report(error)
}

export default {
  async fetch(request: Request, { context }: { context: PageRequest }): Promise<Response> {
    const { pathname } = new URL(request.url)
    const { prefix } = splitPrefix(pathname)
    const given = request.headers.get('cookie')
    const locale = pickLocale(pathname, readCookie(given, localeCookie), request.headers.get('accept-language'))
    const current: Rendering = { locale, report: context.report, cookies: [] }
    const setCookie = (cookie: string) => void current.cookies.push(cookie)
    const forgetToken = () => setCookie(`${tokenCookie}=; Path=/; Max-Age=0; SameSite=Lax`)
    if (readCookie(given, tokenCookie) !== undefined && tokenIn(given) === undefined) forgetToken()
    const page = { ...context, locale, prefix, request, setCookie, forgetToken }
    const response = await rendering.run(current, () => handle(request, { context: page }))
    const headers = new Headers(response.headers)
    for (const cookie of current.cookies) headers.append('set-cookie', cookie)
    // The status of the document is the number that the error page shows.
    return new Response(response.body, { status: current.status ?? response.status, headers })
  },
}

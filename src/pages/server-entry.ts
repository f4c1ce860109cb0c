import { overwriteGetLocale } from '#i18n/generated/runtime.js'
import { localeCookie, pickLocale, splitPrefix, type Locale } from '#i18n/locale.ts'
import { defaultLocale } from '#i18n/languages.ts'
import { readCookie } from '#lib/cookies.ts'
import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { failureOf, isExpected } from '#client/page-failure.ts'
import type { PageRequest } from '#navigation/page-request.ts'
import { tokenCookie, tokenIn } from '#modules/logins/cookie-rules.ts'

/** One page being rendered: pages of several visitors are rendered at the same time, in different languages. */
type Rendering = { locale: Locale; report: PageRequest['report']; status?: number; cookies: string[] }

const rendering = new AsyncLocalStorage<Rendering>()
overwriteGetLocale(() => rendering.getStore()?.locale ?? defaultLocale)

const handle = createStartHandler(({ request, router, responseHeaders }) => {
  for (const match of router.state.matches) if (match.status === 'error') noteFailure(match.error)
  return render(request, router, responseHeaders)
})

/** Replaces TanStack Start's stream handler, which prints errors to the console and answers 200: here they are logged and set the status. */
async function render(request: Request, router: AnyRouter, headers: Headers) {
  try {
    const html = await transformHtmlStringWithRouter(router, await renderApp(router, request.signal))
    return new Response(html, { status: getSsrStatus(router), headers })
  } finally {
    router.serverSsr?.cleanup()
  }
}

/**
 * The page as one text. All that it shows was loaded before, so that nothing is gained by streaming, and React writes a text in
 * two thirds of the time it needs for bytes. A text can neither wait for a part of the page nor report its failure; when a part
 * does one of them, the page is rendered again by the renderer that can.
 */
async function renderApp(router: AnyRouter, signal: AbortSignal): Promise<string> {
  keepHydrationScripts(router)
  const app = createElement(RouterServer, { router })
  const html = renderToString(app)
  if (!unfinishedParts.test(html)) return html
  const page = await renderToReadableStream(app, {
    signal,
    ...(router.options.ssr?.nonce ? { nonce: router.options.ssr.nonce } : {}),
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      if (!signal.aborted) noteFailure(error)
    },
  })
  await page.allReady
  // The router writes the document type itself.
  return (await new Response(page).text()).replace(/^<!doctype html>/i, '')
}

/** The router hands out the scripts that a page begins with once only; they are kept for a second rendering. */
function keepHydrationScripts({ serverSsr }: AnyRouter): void {
  if (!serverSsr) return
  const take = serverSsr.takeInitialHydrationScriptTags
  let tags: ReturnType<typeof take>
  serverSsr.takeInitialHydrationScriptTags = () => (tags ??= take())
}

/** How React marks a Suspense boundary that waits, or that the browser has to render. */
const unfinishedParts = /<!--\$[?!~]-->/

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

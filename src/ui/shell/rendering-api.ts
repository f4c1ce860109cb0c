import { createApiClient, type ApiClient } from '#client/api-client.ts'
import { readCookie } from '#lib/cookies.ts'
import type { LocalPageRequest } from '#navigation/page-request.ts'
import { companionCookies, tokenIn } from '#modules/logins/rules.ts'

/** API client while rendering: calls the API in this process (or at API_BASE) on behalf of the visitor who requested the page. */
export function renderingApi(page: LocalPageRequest): ApiClient {
  const { headers } = page.request
  const { apiBase } = page.publicConfig
  const cookies = headers.get('cookie')
  const companion = companionCookies.find((name) => readCookie(cookies, name) !== undefined)
  const passedOn: Record<string, string> = {
    'accept-language': page.locale,
    'x-request-id': page.requestId,
    ...(companion ? { cookie: `${companion}=${encodeURIComponent(readCookie(cookies, companion)!)}` } : {}),
    ...(page.peer ? { 'x-fieldhouse-peer': page.peer } : {}),
  }
  for (const name of ['x-forwarded-for', 'user-agent']) {
    const value = headers.get(name)
    if (value) passedOn[name] = value
  }
  return createApiClient({
    base: apiBase ?? new URL(page.request.url).origin,
    ...(apiBase ? {} : { fetch: (input, init) => page.apiFetch(new Request(input, init)) }),
    token: () => tokenIn(cookies),
    headers: () => passedOn,
    retryDelay: 50,
    // One attempt: the page shows an outage and retries by itself.
    maxRetryWait: 1,
  })
}

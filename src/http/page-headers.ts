import type { Config } from '#config.ts'

/** In development the policy allows the styles and scripts that Vite adds. */
export type PageMode = 'built' | 'development'

type Elsewhere = Pick<Config, 'apiBase'> & Partial<Pick<Config, 'payments'>>

export function contentSecurityPolicy(nonce: string, { apiBase, payments = {} }: Elsewhere, mode: PageMode): string {
  const dev = mode === 'development'
  const rules = {
    'default-src': "'self'",
    'script-src': dev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': dev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    // Component libraries position elements by style attributes; style elements still need the nonce.
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': ["'self'", apiBase && new URL(apiBase).origin, dev && 'ws: wss:'].filter(Boolean).join(' '),
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    // Paying begins with a form that is posted to the payment provider.
    'form-action': ["'self'", ...Object.values(payments).map(({ url }) => new URL(url).origin)].join(' '),
    'object-src': "'none'",
    // A PDF that staff review is shown from its object URL.
    'frame-src': "'self' blob:",
    // The service worker of the check-in page and the worker that verifies draws (public/).
    'worker-src': "'self'",
  }
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

const features = 'microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'

function setPageHeaders(headers: Headers, nonce: string, config: Elsewhere, mode: PageMode): void {
  headers.set('content-security-policy', contentSecurityPolicy(nonce, config, mode))
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('permissions-policy', `camera=(), ${features}`)
  headers.set('x-frame-options', 'DENY')
  // Not no-store, which would keep the page out of the back/forward cache.
  headers.set('cache-control', 'private, no-cache')
  headers.append('vary', 'accept-encoding, accept-language, cookie, sec-fetch-site')
}

/** Pages of the console may use the camera: tickets are scanned at check-in. */
function allowCamera(headers: Headers): void {
  headers.set('permissions-policy', `camera=(self), ${features}`)
}

/** The console shows previews in a frame as wide as a phone. No other site may frame them either. */
function allowOwnFrames(headers: Headers): void {
  const policy = headers.get('content-security-policy') ?? ''
  headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  headers.set('x-frame-options', 'SAMEORIGIN')
}

/** Retry-After of pages during an outage, in seconds. */
export const comeBackAfter = '10'

const isConsolePath = (path: string): boolean => /^(\/(tw|en))?\/staff(\/|$)/i.test(path)

/** A page that shows what an editor is writing. */
const isPreviewPage = ({ pathname, searchParams }: PageAnswer): boolean =>
  searchParams.has('preview') && /^(\/(tw|en))?\/(news\/detail|documents\/detail|highlights)\/?$/i.test(pathname)

type PageAnswer = Pick<URL, 'pathname' | 'searchParams'> & { status: number }

/** Headers of the answer to a request for this page, with this CSP nonce. */
export function setHeadersOfPage(headers: Headers, page: PageAnswer, nonce: string, config: Elsewhere, mode: PageMode): void {
  setPageHeaders(headers, nonce, config, mode)
  // Only with status 200: for those who may not open the console, its paths answer like unknown ones, headers included.
  if (page.status === 200 && isConsolePath(page.pathname)) allowCamera(headers)
  if (isPreviewPage(page)) allowOwnFrames(headers)
  if (page.status === 503) headers.set('retry-after', comeBackAfter)
}

/** The policy of answers that are not pages: no scripts, no framing, also when a browser opens them directly. */
function closedPolicy(own: string | null): string {
  const policy = own ?? "default-src 'none'; base-uri 'none'"
  return policy.includes('frame-ancestors') ? policy : `${policy}; frame-ancestors 'none'`
}

/** Headers of every answer: pages, API and files alike. */
export function setCommonHeaders(headers: Headers, requestId: string, config: Pick<Config, 'publicUrl'>): void {
  headers.set('x-request-id', requestId)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('content-security-policy', closedPolicy(headers.get('content-security-policy')))
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  if (config.publicUrl.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

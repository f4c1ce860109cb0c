import { locales, type Locale } from '#i18n/languages.ts'
import { htmlLang, withPrefix } from '#i18n/locale.ts'

export type AskApi = (request: Request) => Response | Promise<Response>
type Page = { path: string; changedAt?: string | null }

/** The parts of the sitemap that come from the API; the few fixed pages are listed by hand. */
const lists = [
  { call: '/api/News/List', path: (id: number) => `/news/detail?id=${id}` },
  { call: '/api/Doc/List', path: (id: number) => `/documents/detail?id=${id}` },
  { call: '/api/Venues/1st/List/Client', path: (id: number) => `/venues/${id}` },
] as const
const fixed = ['/', '/venues', '/news', '/documents', '/highlights', '/refund', '/repair', '/water', '/privacy', '/terms', '/site-map']
const pageSize = 100
/** A sitemap may have fifty thousand addresses; each page has two, one a language. */
const atMost = 20_000

/** The wired site is not for search engines, nor one whose doors are not open yet; the open one is, without the member area. */
export async function robotsText(ask: AskApi, publicUrl: string): Promise<string> {
  if (!(await isOpen(ask))) return 'User-agent: *\nDisallow: /\n'
  const shut = [
    '/api/',
    '/member',
    '/order',
    '/login',
    '/register',
    '/resetpkey',
    '/emailValidation',
    '/redirectToResult',
    '/pay',
    '/undoChange',
    '/staff',
    '/setup',
  ]
  const prefixed = shut.flatMap((path) => [path, ...(path === '/api/' ? [] : locales.map((locale) => `/${locale}${path}`))])
  const lines = prefixed.map((path) => `Disallow: ${path}`)
  // Pictures are content, although the API serves them.
  const pictures = [
    'Allow: /api/Highlight/Picture/',
    'Allow: /api/Venues/Picture/',
    'Allow: /api/Share/Picture/',
    'Allow: /api/Centre/Logo/',
    'Allow: /api/File/',
  ]
  return ['User-agent: *', 'Allow: /', ...pictures, ...lines, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

/** Undefined on the wired site, which has no sitemap. */
export async function sitemapXml(ask: AskApi, publicUrl: string): Promise<string | undefined> {
  if (!(await isOpen(ask))) return undefined
  const found = await Promise.all(lists.map((list) => readAll(ask, list.call, list.path)))
  const pages = [...fixed.map((path): Page => ({ path })), ...found.flat()].slice(0, atMost)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages.flatMap((page) => locales.map((locale) => entry(page, locale, publicUrl))),
    '</urlset>',
    '',
  ].join('\n')
}

function entry({ path, changedAt }: Page, locale: Locale, publicUrl: string): string {
  const address = (prefix: Locale | undefined) => escaped(publicUrl + withPrefix(prefix, path))
  const alternates = [
    ...locales.map((one) => `<xhtml:link rel="alternate" hreflang="${htmlLang(one)}" href="${address(one)}"/>`),
    `<xhtml:link rel="alternate" hreflang="x-default" href="${address(undefined)}"/>`,
  ]
  const changed = changedAt ? `<lastmod>${escaped(changedAt)}</lastmod>` : ''
  return `<url><loc>${address(locale)}</loc>${changed}${alternates.join('')}</url>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

async function isOpen(ask: AskApi): Promise<boolean> {
  const settings = await read<{ siteAccess: string; isOpen: boolean }>(ask, new Request('http://fieldhouse.invalid/api/SystemSetting'))
  return settings?.siteAccess === 'open' && settings.isOpen
}

type Listed = { items: { id: number; publishedAt?: string | null }[]; total: number }

async function readAll(ask: AskApi, call: string, path: (id: number) => string): Promise<Page[]> {
  const pages: Page[] = []
  for (let page = 1; pages.length < atMost; page++) {
    const found = await read<Listed>(ask, postRequest(call, { page, pageSize }))
    if (!found || found.items.length === 0) break
    pages.push(...found.items.map(({ id, publishedAt }) => ({ path: path(id), changedAt: publishedAt })))
    if (page * pageSize >= found.total) break
  }
  return pages
}

const postRequest = (path: string, body: object) =>
  new Request(`http://fieldhouse.invalid${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** During an outage crawlers get 503, which they retry: not an empty sitemap, and not a robots.txt that forbids everything. */
export class ApiUnavailable extends Error {}

async function read<T>(ask: AskApi, request: Request): Promise<T | undefined> {
  const response = await ask(request)
  if (response.status >= 500) throw new ApiUnavailable(`the API answered ${response.status}`)
  return response.ok ? ((await response.json()) as T) : undefined
}

import type { Page, Request } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deadPort } from '#testing/http-stand-in.ts'
import { startTemporaryPostgres } from '#testing/global-setup.ts'
import { builtServer, startServer } from '#testing/server-process.ts'
import { expect, ready, speak, test } from './journey.ts'

// No extra header here: the browser sends a CORS preflight before a call to another origin, and the header would not be allowed.
test.use({ extraHTTPHeaders: {} })
// One worker runs this file, so that its two processes are started once.
test.describe.configure({ mode: 'default' })

type Site = {
  pages: string
  api: string
  /** Returns a function that starts the API again. */ stopApi(): Promise<() => Promise<void>>
  stop(): Promise<void>
}
let site: Site

test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startApart()
})
test.afterAll(() => site?.stop())

/** Starts one process for the pages and one for the API, on one database. Only the API is configured as an open site. */
async function startApart(): Promise<Site> {
  const dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  const postgres = await startTemporaryPostgres()
  const [host, apiPort] = ['127.0.0.1', await deadPort()]
  const common = { DATA_DIR: dir, DATABASE_URL: postgres.url, HOST: host, NODE_ENV: 'production' }
  const pages = await startServer({ ...common, API_BASE: `http://localhost:${apiPort}`, SITE_ACCESS: 'wired' }, builtServer)
  const startApi = () =>
    startServer({ ...common, PORT: String(apiPort), PUBLIC_URL: pages.url, SITE_ACCESS: 'open', DEMO: '1' }, builtServer)
  let api = await startApi()
  return {
    pages: pages.url,
    api: api.url,
    async stopApi() {
      await api.stop()
      return async () => void (api = await startApi())
    },
    async stop() {
      await Promise.all([pages.stop(), api.stop()])
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Pictures in a page are files of its own origin. */
const isCall = (request: Request) => request.resourceType() !== 'image' && new URL(request.url()).pathname.startsWith('/api/')

async function logInAsMember(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email or account' }).fill('member')
  await page.locator('input[name=secret]').fill('fieldhouse-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('D1 D6 D12 with API_BASE, pages work with an API on another origin: rendered, in the browser, in and out', async ({
  page,
  context,
}) => {
  await speak(context, 'en', site.pages)
  const calls: string[] = []
  page.on('request', (request) => isCall(request) && calls.push(new URL(request.url()).origin))

  const first = await page.goto(`${site.pages}/member`)
  expect(first!.url(), 'rendered with the setting of the API').toContain('/login?redirect=%2Fmember')
  expect((await first!.allHeaders())['content-security-policy']).toContain(`connect-src 'self' ${site.api};`)
  await expect(page.locator('html')).toHaveAttribute('data-api-base', site.api)

  const answered = page.waitForResponse((response) => response.url() === `${site.api}/api/AccountMember/Login` && response.status() === 200)
  await logInAsMember(page)
  await answered
  await page.waitForURL(`${site.pages}/member`)
  const cookies = await context.cookies(site.pages)
  expect(cookies.filter(({ name }) => name.startsWith('sports_')).map(({ name, httpOnly }) => [name, httpOnly])).toEqual(
    expect.arrayContaining([
      ['sports_v2_jwt', false],
      ['sports_v2_key', true],
    ]),
  )

  // The pages' process renders a page for a logged-in member with the answers of the API's process.
  const rendered = await page.reload()
  expect(rendered!.status()).toBe(200)
  expect(await rendered!.text()).toContain('member@example.com')
  await ready(page)

  const token = cookies.find(({ name }) => name === 'sports_v2_jwt')!.value
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.waitForURL(/\/login/)
  await expect
    .poll(async () => (await page.request.get(`${site.api}/api/AccountMember`, { headers: { authorization: `Bearer ${token}` } })).status())
    .toBe(401)
  // What stays opens no session: that this browser has logged in before, and the login page's challenge for a passkey.
  const left = (await context.cookies(site.pages)).map(({ name }) => name).filter((name) => name.startsWith('sports_'))
  expect(left.filter((name) => name !== 'sports_v2_passkey')).toEqual(['sports_v2_device'])

  expect(new Set(calls)).toEqual(new Set([site.api]))
})

/** Without the check of the console: the browser logs every call that gets no answer, and this test causes some. */
const outage = test.extend({ cleanConsole: async ({}, use) => use() })

outage('C10 an outage of the API keeps the session and the place, and the member is back without a reload', async ({ page, context }) => {
  test.setTimeout(120_000)
  await speak(context, 'en', site.pages)
  await page.goto(`${site.pages}/login?redirect=%2Fmember%2Fviolation`)
  await ready(page)
  await logInAsMember(page)
  await page.waitForURL(`${site.pages}/member/violation`)

  const startAgain = await site.stopApi()
  expect((await page.reload())!.status()).toBe(503)
  await expect(page.getByText('We can’t reach the service right now')).toBeVisible()
  expect((await context.cookies(site.pages)).map(({ name }) => name)).toContain('sports_v2_jwt')
  // On the window: hydration may write the document's element anew, only a reload makes another window.
  await page.evaluate(() => Object.assign(window, { isFirst: true }))

  await startAgain()
  await expect(page.getByRole('heading', { level: 1, name: 'Violations' })).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText('We can’t reach the service right now')).toBeHidden()
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(true)
  expect(page.url()).toBe(`${site.pages}/member/violation`)
})

test('the API lets the pages’ own origin in, with what they send, and no other', async ({ request }) => {
  const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization,content-type,accept-language' }
  const allowed = await request.fetch(`${site.api}/api/AccountMember`, { method: 'OPTIONS', headers: { origin: site.pages, ...asked } })
  expect(allowed.headers()).toMatchObject({
    'access-control-allow-origin': site.pages,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'authorization,content-type,accept-language',
    'access-control-allow-methods': expect.stringContaining('PUT'),
  })
  const told = await request.get(`${site.api}/api/AccountMember`, { headers: { origin: site.pages } })
  expect([told.status(), told.headers()]).toMatchObject([
    401,
    {
      'access-control-allow-origin': site.pages,
      'access-control-expose-headers': 'x-request-id,retry-after,content-disposition',
      vary: expect.stringMatching(/origin/i),
    },
  ])
  const refused = await request.fetch(`${site.api}/api/AccountMember`, {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.test', ...asked },
  })
  expect(refused.headers()['access-control-allow-origin']).toBeUndefined()
})

import type { Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deadPort } from '#testing/http-stand-in.ts'
import { startTemporaryPostgres } from '#testing/global-setup.ts'
import { startIssuers } from '#testing/issuers.ts'
import type { Said } from '#testing/real-issuer.ts'
import { builtServer, startServer } from '#testing/server-process.ts'
import { enterAtIssuer, expect, expectAccessible, ready, speak, test } from './journey.ts'

/** A centre whose staff log in by the city's issuer, which says their groups. One worker runs this file, so that it is started once. */
test.describe.configure({ mode: 'default' })

const people: Record<string, Said> = {}
let centre: { url: string; stop(): Promise<void> }

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  const port = String(await deadPort())
  const issuers = await startIssuers([`http://localhost:${port}`], { whoIs: (login) => people[login] ?? {} })
  const postgres = await startTemporaryPostgres()
  const staff = { STAFF_ISSUER: 'city', STAFF_GROUPS: 'fh-desk=desk,fh-office=manager' }
  const settings = { DATA_DIR: dir, DATABASE_URL: postgres.url, PORT: port, NODE_ENV: 'production', TRUST_PROXY: '1', DEMO: '1' }
  const server = await startServer({ ...issuers.settings, ...staff, ...settings }, builtServer)
  centre = {
    url: server.url,
    async stop() {
      await Promise.all([server.stop(), issuers.close()])
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
})
test.afterAll(() => centre?.stop())

async function logInByCity(page: Page, redirect = ''): Promise<void> {
  await page.goto(`${centre.url}/login${redirect}`)
  await ready(page)
  await page.getByRole('link', { name: '用市民卡登入' }).click()
}

test('a colleague logs in by the city, works in the console, and is a member as soon as the city takes the group away', async ({
  page,
  browser,
}, { project }) => {
  const login = `clerk-${project.name}`
  people[login] = { name: '林小櫃', email: `${login}@city.example`, email_verified: true, groups: ['fh-desk', 'everybody'] }
  await speak(page.context(), 'tw', centre.url)
  await logInByCity(page)
  await enterAtIssuer(page, login)
  await expect(page).toHaveURL(/\/staff(\?signed=|$)/)
  await ready(page)
  await expect(page.getByRole('main')).toBeVisible()
  await expectAccessible(page)
  const atWork = await page.context().cookies()

  // What is missing from the groups at the next login is taken away, here and in every session of before.
  people[login].groups = ['everybody']
  await page.context().clearCookies({ name: /^sports_v2/ })
  // The issuer knows its browser, and leads back at once; the page of the console that was asked for is not opened.
  await logInByCity(page, '?redirect=/staff/board')
  await expect(page).not.toHaveURL(/\/login|\/staff\?/)
  await ready(page)
  await page.goto(`${centre.url}/staff`)
  await expect(page.getByRole('heading', { name: '404' }).or(page.getByText('找不到')).first()).toBeVisible()
  const elsewhere = await browser.newContext()
  await elsewhere.addCookies(atWork)
  const before = await elsewhere.newPage()
  await before.goto(`${centre.url}/staff`)
  await expect(before).toHaveURL(/\/login\?redirect=%2Fstaff/)
  await elsewhere.close()
})

test('a colleague who logs in by a password is led to the issuer, and has no rights before', async ({ page }, { project }) => {
  const login = `office-${project.name}`
  people[login] = { name: '陳辦公', email: `${login}@city.example`, email_verified: true, groups: ['fh-office'] }
  await speak(page.context(), 'tw', centre.url)
  await logInByCity(page)
  await enterAtIssuer(page, login)
  await expect(page).toHaveURL(/\/staff(\?signed=|$)/)
  await ready(page)
  const secret = 'violet harbour 88 kites'
  const set = await page.evaluate(async (newSecret) => {
    const token = /sports_v2_jwt=([^;]+)/.exec(document.cookie)![1]
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await fetch('/api/AccountMember/UpdatePKey', { method: 'POST', headers, body: JSON.stringify({ newSecret }) })).status
  }, secret)
  expect(set).toBe(204)
  await page.context().clearCookies()
  await speak(page.context(), 'tw', centre.url)
  await page.goto(`${centre.url}/login?redirect=/staff`)
  await ready(page)
  await page.getByLabel('電子郵件或帳號', { exact: true }).fill(people[login].email!)
  await page.getByLabel('密碼', { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click()
  await expect(page).toHaveURL(/\/login\/second\?redirect=%2Fstaff/)
  await expectAccessible(page)
  await page.goto(`${centre.url}/staff/board`)
  await expect(page).toHaveURL(/\/login\/second\?redirect=/)
  await ready(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /市民卡/ })
    .click()
  await enterAtIssuer(page, login)
  await expect(page).toHaveURL(/\/staff\/board/)
})

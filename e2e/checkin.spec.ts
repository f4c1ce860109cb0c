import type { APIRequestContext, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, logIn, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite), goesOffline: true })

type Headers = { authorization: string }
type Ticket = { id: string; code: string; typedCode: string; venue2ndName: string }

async function staffHeaders(request: APIRequestContext): Promise<Headers> {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: 'staff', secret: 'fieldhouse-demo' } })
  return { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
}

async function asked<T>(answer: Awaited<ReturnType<APIRequestContext['post']>>): Promise<T> {
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday']

/** A hall that is open day and night and costs nothing, so that tickets can be had for the next hour, whatever the hour is. */
async function openHall(request: APIRequestContext, headers: Headers, courts: number): Promise<{ code: string; courtIds: number[] }> {
  const code = `N${Date.now().toString(36).toUpperCase().slice(-5)}`
  const { file, revisions } = await asked<{
    file: { facilities: object[]; identities: { code: string; retired?: true }[] }
    revisions: object
  }>(await request.get('/api/Staff/Catalogue', { headers }))
  const free = Object.fromEntries(file.identities.filter(({ retired }) => !retired).map((identity) => [identity.code, [0, 0]]))
  const hall = {
    ...file.facilities[0],
    code,
    name: { tw: `夜間館 ${code}`, en: `Night hall ${code}` },
    courts: Array.from({ length: courts }, (_, n) => ({ code: `${code}${n + 1}`, name: { tw: `夜 ${n + 1}`, en: `Night ${n + 1}` } })),
    timetables: [{ from: '2020-01-01', slotMinutes: 60, hours: [{ days, opens: '00:00', closes: '24:00' }], sessions: [] }],
    priceLists: [{ from: '2020-01-01', peak: [], lightFee: 0, lightFrom: null, deposit: 0, prices: free }],
  }
  await asked(await request.post('/api/Staff/Catalogue/Change', { headers, data: { changes: { facilities: [hall] }, basedOn: revisions } }))
  let id = 0
  await expect(async () => {
    const { items: halls } = await asked<{ items: { id: number; name: string }[] }>(
      await request.post('/api/Venues/1st/List/Client', { data: { pageSize: 100 } }),
    )
    id = halls.find(({ name }) => name.includes(code))!.id
  }).toPass()
  const { courts: found } = await asked<{ courts: { id: number }[] }>(
    await request.post('/api/Order/Member/Schedule', {
      data: { venue1stId: id, date: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10) },
    }),
  )
  return { code, courtIds: found.map((court) => court.id) }
}

/** Other tests count facilities. */
async function retireHall(request: APIRequestContext, headers: Headers, code: string): Promise<void> {
  const { file, revisions } = await asked<{ file: { facilities: { code: string }[] }; revisions: object }>(
    await request.get('/api/Staff/Catalogue', { headers }),
  )
  const hall = { ...file.facilities.find((one) => one.code === code), retired: true }
  const data = { changes: { facilities: [hall] }, basedOn: revisions, confirmTouched: 100 }
  await asked(await request.post('/api/Staff/Catalogue/Change', { headers, data }))
}

/** The staff's own tickets: for the next full hour, or for tomorrow. */
async function tickets(request: APIRequestContext, headers: Headers, courtIds: number[], hoursAhead: number): Promise<Ticket[]> {
  const start = (Math.floor(Date.now() / 3_600_000) + hoursAhead) * 3_600_000
  const items = courtIds.map((venue2ndId) => ({
    venue2ndId,
    start: new Date(start).toISOString(),
    end: new Date(start + 3_600_000).toISOString(),
  }))
  const all: Ticket[] = []
  for (let n = 0; n < items.length; n += 10) {
    const { orderNo } = await asked<{ orderNo: string }>(
      await request.post('/api/Staff/Order', {
        headers: { ...headers, 'idempotency-key': randomUUID() },
        data: { emailOrAccount: 'staff', items: items.slice(n, n + 10) },
      }),
    )
    all.push(...(await asked<{ items: Ticket[] }>(await request.get(`/api/Order/Ticket/${orderNo}`, { headers }))).items)
  }
  return all
}

/** A USB scanner: keys without a pause, then Enter. */
const scan = (page: Page, code: string) => Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))

let hall: { code: string; headers: Headers } | undefined
test.afterEach(async ({ request }) => {
  if (hall) await retireHall(request, hall.headers, hall.code)
  hall = undefined
})

const outcome = (page: Page) => page.locator('[aria-live=assertive]')
const inCount = (page: Page) => page.getByText(/已入場 \d+ 組/)

test('A27 the door: ten scans in a row, one refused, one undone; then without a network', async ({ page, context, baseURL }) => {
  await speak(context, 'tw', baseURL!)
  const headers = await staffHeaders(page.request)
  const { code, courtIds } = await openHall(page.request, headers, 14)
  hall = { code, headers }
  // Check-in opens four hours before, so that the next hour can be let in at any minute.
  const { revisions } = await asked<{ revisions: object }>(await page.request.get('/api/Staff/Catalogue', { headers }))
  const rules = { checkIn: { opensMinutes: 240, noShowMinutes: 10 } }
  await asked(await page.request.post('/api/Staff/Catalogue/Change', { headers, data: { changes: { rules }, basedOn: revisions } }))
  const soon = await tickets(page.request, headers, courtIds, 1)
  const [later] = await tickets(page.request, headers, courtIds.slice(0, 1), 20)
  await logIn(page, 'staff')
  await visit(page, `/staff/checkin?facility=${code}`)
  await expect(page.getByText(`未到 ${soon.length} 組，已入場 0 組`)).toBeVisible()

  // Ten tickets, the fourth of which is too early: keys only, and no button between
  const queue = [...soon.slice(0, 3).map((one) => one.code), later!.code, ...soon.slice(3, 9).map((one) => one.code)]
  const began = Date.now()
  for (const one of queue) await scan(page, one)
  await expect(inCount(page)).toContainText('已入場 9 組')
  test.info().annotations.push({ type: 'ten scans', description: `${(Date.now() - began) / 1000} s` })
  await expect(outcome(page)).toContainText('請入場')
  await expect(page.getByRole('listitem').filter({ hasText: '太早' })).toHaveCount(1)
  await scan(page, soon[8]!.typedCode)
  await expect(outcome(page)).toContainText('已入場')
  await expect(outcome(page)).toContainText(soon[8]!.venue2ndName)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colours')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 'sideways').toBeLessThanOrEqual(0)

  // One more, and it was the wrong one: undone within a minute
  await scan(page, soon[9]!.code)
  await expect(outcome(page)).toContainText('請入場')
  await outcome(page).getByRole('button', { name: /^復原/ }).click()
  await expect(outcome(page)).toContainText('已復原')
  await expect(inCount(page)).toContainText('已入場 9 組')
  await scan(page, 'NOSUCHTICKET')
  await expect(outcome(page)).toContainText('票券無效')

  // The network goes. Three tickets go on by the list; another desk lets one of them in meanwhile
  await context.setOffline(true)
  await scan(page, soon[10]!.code)
  await expect(outcome(page)).toContainText('尚未送出')
  await expect(page.getByRole('status').filter({ hasText: '離線中' })).toBeVisible()
  await scan(page, soon[11]!.typedCode)
  await scan(page, soon[12]!.code)
  await expect(page.getByText('3 筆尚未送出')).toBeVisible()
  await scan(page, soon[12]!.code)
  await expect(outcome(page)).toContainText('已入場')
  await scan(page, later!.code)
  await expect(outcome(page)).toContainText(/太早|不在今日名單/)
  const ahead = await page.request.post('/api/Staff/CheckIn/Item', { headers, data: { id: soon[11]!.id } })
  expect(ahead.status(), await ahead.text()).toBe(200)

  await context.setOffline(false)
  await expect(page.getByRole('alert').filter({ hasText: '系統的決定和現場不同' })).toContainText(soon[11]!.venue2ndName)
  await expect(page.getByText('離線中')).toBeHidden()
  await expect(inCount(page)).toContainText('已入場 12 組')
  await expectAccessible(page)
  await page.getByRole('button', { name: '知道了' }).click()
  await expect(page.getByText('系統的決定和現場不同')).toBeHidden()

  // By hand: a press on the list, and a name that is nobody's
  await page
    .getByRole('button', { name: /^報到 / })
    .first()
    .click()
  await expect(inCount(page)).toContainText('已入場 13 組')
})

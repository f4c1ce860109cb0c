import type { Page } from '@playwright/test'
import { openHall, outcome, retireHall, scan, staffHeaders, tickets, type Headers } from './door.ts'
import { expect, expectNothingSideways, expectAccessible, logIn, reload, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite), goesOffline: true })

let hall: { code: string; headers: Headers } | undefined
test.afterEach(async ({ request }) => {
  if (hall) await retireHall(request, hall.headers, hall.code)
  hall = undefined
})

const inCount = (page: Page) => page.getByText(/已入場 \d+ 組/)

test('A27 the door: ten scans in a row, one refused, one undone; then without a network', async ({ page, context, baseURL }) => {
  await speak(context, 'tw', baseURL!)
  const headers = await staffHeaders(page.request)
  const { code, courtIds } = await openHall(page.request, headers, 15)
  hall = { code, headers }
  const soon = await tickets(page.request, headers, courtIds, 1)
  const [later] = await tickets(page.request, headers, courtIds.slice(0, 1), 26)
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
  await expectNothingSideways(page)

  // One more, and it was the wrong one: undone within a minute
  await scan(page, soon[9]!.code)
  await expect(outcome(page)).toContainText('請入場')
  await expect(inCount(page), 'the list has been read again').toContainText('已入場 10 組')
  await outcome(page).getByRole('button', { name: /^復原/ }).click()
  await expect(outcome(page)).toContainText('已復原')
  await expect(inCount(page)).toContainText('已入場 9 組')
  await scan(page, 'NOSUCHTICKET')
  await expect(outcome(page)).toContainText('票券無效')

  const kept = () => page.evaluate(async () => (await caches.match('/staff/checkin'))?.text())
  await expect.poll(kept).toContain('</html>')
  // The page that is kept on the disk has nobody in it.
  expect(await kept()).not.toContain(soon[0]!.venue2ndName)
  expect(await kept()).not.toContain(soon[0]!.id)

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

  // Somebody reloads the page: it is there again, with the list and with what waits, and goes on
  await reload(page)
  await expect(page.getByRole('status').filter({ hasText: '離線中' })).toContainText('3 筆尚未送出')
  await expect(inCount(page)).toContainText('已入場 12 組')
  await scan(page, soon[13]!.code)
  await expect(outcome(page)).toContainText('尚未送出')
  await expectAccessible(page)

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/Staff/CheckIn')) sent.push(request.postDataJSON().code)
  })
  await context.setOffline(false)
  await expect(page.getByRole('alert').filter({ hasText: '系統的決定和現場不同' })).toContainText(soon[11]!.venue2ndName)
  await expect(page.getByText('離線中')).toBeHidden()
  await expect(inCount(page)).toContainText('已入場 13 組')
  expect(sent, 'in the order in which they were shown').toEqual([
    soon[10]!.code,
    soon[11]!.typedCode.replaceAll(/[^A-Z0-9]/g, ''),
    soon[12]!.code,
    soon[13]!.code,
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: '知道了' }).click()
  await expect(page.getByText('系統的決定和現場不同')).toBeHidden()

  // By hand: a press on the list, and a name that is nobody's
  await page
    .getByRole('button', { name: /^報到 / })
    .first()
    .click()
  await expect(inCount(page)).toContainText('已入場 14 組')

  // Nothing of it stays behind the log-out
  await page.locator('summary', { hasText: '管理員' }).click()
  await page.getByRole('button', { name: '登出' }).click()
  await expect(page).toHaveURL(/login/)
  await expect.poll(kept).toBeUndefined()
  await page.goto('/staff/checkin')
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

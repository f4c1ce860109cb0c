import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { asked, openHall, retireHall, staffHeaders } from './door.ts'
import { expect, linkIn, logIn, looksRight, newMember, readMessage, speak, test, visit, type NewMember } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const minute = 60_000
const inTaipei = (at: number) => new Date(at + 8 * 60 * minute).toISOString()

/** A quarter of an hour that is offered at once: at night, one that begins before the night is over, on the same day. */
function soonOffered(now: number): number | undefined {
  const hour = Number(inTaipei(now).slice(11, 13))
  const isDay = hour >= 8 && hour < 22
  const next = (Math.floor(now / (15 * minute)) + 1) * 15 * minute
  return [next + 15 * minute, next].find(
    (start) =>
      start - now > 4 * minute &&
      (isDay || (inTaipei(start).slice(0, 10) === inTaipei(now).slice(0, 10) && (hour >= 22 || inTaipei(start).slice(11) < '08'))),
  )
}

async function headersOf(request: APIRequestContext, { email, secret }: NewMember) {
  const { token } = await asked<{ token: string }>(
    await request.post('/api/AccountMember/Login', { data: { emailOrAccount: email, secret } }),
  )
  return { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
}

async function openDesk(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  await speak(context, 'tw', baseURL)
  const page = await context.newPage()
  await logIn(page, 'staff')
  return page
}

test('A10 A25 a full period is waited for; what somebody cancels is offered, declined, and paid by the next in line', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const start = soonOffered(Date.now())
  test.skip(start === undefined, 'the night ends in minutes: nothing that begins before its end is left to be offered now')
  if (start === undefined) return
  const staff = await staffHeaders(page.request)
  const hall = await openHall(page.request, staff, 1, { price: 200, slotMinutes: 15 })
  const [day, from, to] = [inTaipei(start).slice(0, 10), inTaipei(start).slice(11, 16), inTaipei(start + 15 * minute).slice(11, 16)]
  const [owner, first, second] = [await newMember(page.request), await newMember(page.request), await newMember(page.request)]
  const items = [{ venue2ndId: hall.courtIds[0], start: new Date(start).toISOString(), end: new Date(start + 15 * minute).toISOString() }]
  const asOwner = await headersOf(page.request, owner)
  const { orderNo } = await asked<{ orderNo: string }>(await page.request.post('/api/Order/Member', { headers: asOwner, data: { items } }))

  // A visitor chooses a period that is taken, logs in, and finds the same choice again
  await speak(context, 'tw', baseURL!)
  await visit(page, `/venues/${hall.id}?date=${day}`)
  await page.getByRole('gridcell', { name: '可候補' }).filter({ visible: true }).click()
  const sheet = page.getByRole('dialog', { name: '加入候補' })
  await expect(sheet.getByLabel('最早開始')).toHaveValue(from)
  await expect(sheet.getByText(/並為您保留 30 分鐘/)).toBeVisible()
  await sheet.getByRole('button', { name: '登入並加入候補' }).click()
  await page.getByLabel('電子郵件或帳號').fill(first.email)
  await page.getByLabel('密碼', { exact: true }).fill(first.secret)
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('heading', { name: '我的候補' })).toBeVisible()
  await expect(page.getByLabel('最早開始')).toHaveValue(from)
  await looksRight(page)
  await page.getByRole('region', { name: '加入候補' }).getByRole('button', { name: '加入候補' }).click()
  await expect(page.getByRole('status').getByText('您排在第一位')).toBeVisible()
  await page.getByRole('link', { name: '查看我的候補' }).click()
  await expect(page.getByRole('article').getByText('您排在第一位')).toBeVisible()
  await looksRight(page)

  // The next in line; the desk sees both
  const asSecond = await headersOf(page.request, second)
  await asked(
    await page.request.post('/api/Wish', {
      headers: asSecond,
      data: { venue1stId: hall.id, day, from, to: to === '00:00' ? '24:00' : to, minutes: 15 },
    }),
  )
  const atDesk = await openDesk(browser, baseURL!)
  await visit(atDesk, `/staff/board?facility=${hall.code}&day=${day}`)
  await atDesk.getByRole('button', { name: '候補' }).click()
  const line = atDesk.getByRole('dialog', { name: /候補名單/ })
  await expect(line.getByRole('listitem').filter({ hasText: hall.code })).toHaveCount(2)
  await expect(line.getByRole('table')).toContainText(`${from.slice(0, 2)}:00`)
  await looksRight(atDesk)
  await atDesk.context().close()

  // The booking is cancelled: the first is told by mail, and declines
  await asked(await page.request.put('/api/Order', { headers: asOwner, data: { orderNo, status: 'cancelled' } }))
  const told = new URL(linkIn(await readMessage(page.request, first.email, /候補到了/)))
  await visit(page, told.pathname + told.search)
  await expect(page.getByRole('heading', { name: '候補到了，已為您保留' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: '放棄' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '放棄，讓給下一位' }).click()
  await expect(page.getByRole('heading', { name: '已放棄這個時段' })).toBeVisible()

  // It goes to the next in line, who pays
  await speak(context, 'en', baseURL!)
  await readMessage(page.request, second.email, /候補到了|Your wish came up/)
  await context.clearCookies({ name: 'sports_v2_jwt' })
  await speak(context, 'en', baseURL!)
  await logIn(page, second.email, second.secret)
  await visit(page, '/member/order/overview?wishes=1')
  const offer = page.getByRole('article').filter({ hasText: 'Your turn: this is held for you' })
  await expect(offer.getByRole('button', { name: 'Decline' })).toBeVisible()
  await looksRight(page)
  await offer.getByRole('button', { name: 'Go to payment' }).click()
  await page.getByRole('button', { name: /^Pay NT\$/ }).click()
  await expect(page).toHaveURL(/payment-complete\?ref=/)
  await visit(page, '/member/order/overview?wishes=1')
  await expect(page.getByRole('region', { name: 'Earlier' }).getByText('Booked')).toBeVisible()
  await retireHall(page.request, staff, hall.code)
})

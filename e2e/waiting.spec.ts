import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { closeDb, openDb } from '#db/connect.ts'
import { openJobs } from '#db/jobs.ts'
import { openLog } from '#http/log.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { offerFreedFloor } from '#modules/waiting/offer-freed-floor.ts'
import { offerMoment } from '#modules/waiting/rules.ts'
import { dayIn, goToPay } from './booking.ts'
import { asked, openHall, retireHall, staffHeaders } from './door.ts'
import { expect, linkIn, logIn, looksRight, newMember, readMessage, speak, test, visit, type NewMember } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

/**
 * Offers what came free. By day the server has done so; at night it lets the offer wait for eight o'clock, so the morning's run is
 * made here, by the morning's clock.
 */
async function offerByDay(start: Date): Promise<void> {
  const [now, url] = [new Date(), process.env.E2E_OPEN_DATABASE!]
  const byDay = offerMoment(start, now)
  if (byDay <= now) return
  const db = openDb(url, 2)
  const jobs = await openJobs(url, openLog('error'), { workers: false })
  await offerFreedFloor({ db, catalogues: openCatalogues(db) }, byDay)
  // The time to pay it, as if it had been made now.
  const early = byDay.getTime() - now.getTime()
  await sql`update orders set pay_before = pay_before - make_interval(secs => ${early / 1000})
    where from_waiting_list and pay_before > ${byDay}`.execute(db)
  await jobs.send(db, 'write-letters', {})
  await jobs.stop()
  await closeDb(db)
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
  const [day, from, to] = [dayIn(2), '12:00', '13:00']
  const [start, end] = [new Date(`${day}T${from}+08:00`), new Date(`${day}T${to}+08:00`)]
  const staff = await staffHeaders(page.request)
  const hall = await openHall(page.request, staff, 1, { price: 200 })
  const [owner, first, second] = [await newMember(page.request), await newMember(page.request), await newMember(page.request)]
  const items = [{ venue2ndId: hall.courtIds[0], start: start.toISOString(), end: end.toISOString() }]
  const asOwner = await headersOf(page.request, owner)
  const { orderNo } = await asked<{ orderNo: string }>(await page.request.post('/api/Order/Member', { headers: asOwner, data: { items } }))

  // A visitor chooses a period that is taken, logs in, and finds the same choice again
  await speak(context, 'tw', baseURL!)
  await visit(page, `/venues/${hall.id}?date=${day}`)
  await page.getByRole('gridcell', { name: '可候補' }).filter({ visible: true }).click()
  const sheet = page.getByRole('dialog', { name: '加入候補' })
  await expect(sheet.getByText(`${from}–${to}`).filter({ visible: true })).toBeVisible()
  const [hours, days] = [sheet.getByRole('group', { name: '從幾點到幾點' }), sheet.getByRole('group', { name: '日期（可複選）' })]
  await expect(hours).toBeHidden()
  await sheet.getByText('更多條件').click()
  await expect(hours.getByRole('checkbox', { checked: true })).toHaveAccessibleName(from)
  await expect(sheet.getByText(/並為您保留 30 分鐘/)).toBeVisible()
  // A wrong field is corrected where it is: the conditions stay open
  const wished = days.locator(`input[value="${day}"]`)
  await wished.uncheck()
  await sheet.getByRole('button', { name: '登入並加入候補' }).click()
  await expect(days.getByRole('checkbox').first()).toBeFocused()
  await wished.check()
  // An hour outside of the range widens it, one inside begins anew
  await hours.getByRole('checkbox', { name: '14:00' }).check()
  await expect(sheet.getByText('12:00–15:00', { exact: true })).toBeVisible()
  await hours.getByRole('checkbox', { name: from }).click()
  await expect(hours.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await sheet.getByRole('button', { name: '登入並加入候補' }).click()
  await page.getByLabel('電子郵件或帳號').fill(first.email)
  await page.getByLabel('密碼', { exact: true }).fill(first.secret)
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('heading', { name: '我的候補' })).toBeVisible()
  await expect(page.getByText(`${from}–${to}`).filter({ visible: true })).toBeVisible()
  await looksRight(page)
  await page.getByRole('region', { name: '加入候補' }).getByRole('button', { name: '加入候補' }).click()
  await expect(page.getByRole('status').getByText('您排在第一位')).toBeVisible()
  await page.getByRole('link', { name: '查看我的候補' }).click()
  await expect(page.getByRole('article').getByText('您排在第一位')).toBeVisible()
  await looksRight(page)

  // On the facility's page one reads that one waits, and how to see it; the member's home leads there too
  await visit(page, `/venues/${hall.id}?date=${day}`)
  await page.getByRole('gridcell', { name: '候補中' }).filter({ visible: true }).click()
  await expect(sheet.getByText('候補中')).toBeVisible()
  await expect(sheet.getByText('您排在第一位')).toBeVisible()
  await expect(sheet.getByRole('button', { name: '加入候補' })).toHaveCount(0)
  await looksRight(page)
  await sheet.getByRole('button', { name: '候補其他時段' }).click()
  await expect(sheet.getByRole('button', { name: '加入候補' })).toBeVisible()
  await page.keyboard.press('Escape')
  await visit(page, '/member')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^我的候補/ })
    .click()
  await expect(page.getByRole('article').getByText('您排在第一位')).toBeVisible()

  // The next in line; the desk sees both
  const asSecond = await headersOf(page.request, second)
  await asked(await page.request.post('/api/Wish', { headers: asSecond, data: { venue1stId: hall.id, day, from, to, minutes: 60 } }))
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
  await offerByDay(start)
  const told = new URL(linkIn(await readMessage(page.request, first.email, /候補到了/)))
  await visit(page, told.pathname + told.search)
  await expect(page.getByRole('heading', { name: '候補到了，已為您保留' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: '放棄' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '放棄，讓給下一位' }).click()
  await expect(page.getByRole('heading', { name: '已放棄這個時段' })).toBeVisible()
  await offerByDay(start)

  // It goes to the next in line, who pays
  await speak(context, 'en', baseURL!)
  await readMessage(page.request, second.email, /候補到了|A time on your waiting list/)
  await context.clearCookies({ name: 'sports_v2_jwt' })
  await speak(context, 'en', baseURL!)
  await logIn(page, second.email, second.secret)
  await visit(page, '/member/order/overview?wishes=1')
  const offer = page.getByRole('article').filter({ hasText: 'It’s your turn: held for you' })
  await expect(offer.getByRole('button', { name: 'Decline' })).toBeVisible()
  await looksRight(page)
  await goToPay(page, offer.getByRole('button', { name: 'Go to payment' }))
  await page.getByRole('button', { name: /^Pay NT\$/ }).click()
  await expect(page).toHaveURL(/payment-complete\?ref=/)
  await visit(page, '/member/order/overview?wishes=1')
  await expect(page.getByRole('region', { name: 'Earlier' }).getByText('Booked')).toBeVisible()

  // The booking is in the list of orders, whose filter keeps the focus when it is changed by keys
  await visit(page, '/member/order/overview')
  const state = page.getByLabel('By status')
  await state.focus()
  await state.selectOption('confirmed')
  await expect(page).toHaveURL(/status=confirmed/)
  await expect(page.getByText(hall.code).first()).toBeVisible()
  await expect(state).toBeFocused()
  await retireHall(page.request, staff, hall.code)
})

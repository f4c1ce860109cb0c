import type { APIRequestContext } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import { inDatabase } from './database.ts'
import { openHall, retireHall, staffHeaders, tickets as ticketsOf } from './door.ts'
import { expect, expectNothingSideways, expectAccessible, logIn, newMember, pdf, readMessage, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

type Period = { start: string; end: string; state: string; price: number }
const dayIn = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

async function findFree(request: APIRequestContext, facilityId: number, days: number) {
  const answer = await request.post('/api/Order/Member/Schedule', { data: { venue1stId: facilityId, date: dayIn(days) } })
  const { courts } = (await answer.json()) as { courts: { id: number; name: string; periods: Period[] }[] }
  const free = courts.flatMap(({ id, name, periods }) =>
    periods.filter(({ state }) => state === 'free').map(({ start, end }) => ({ venue2ndId: id, court: name, start, end })),
  )
  return free[randomInt(free.length)]!
}

async function tokenOf(request: APIRequestContext, emailOrAccount: string, secret = 'fieldhouse-demo'): Promise<Headers> {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount, secret } })
  return { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
}

type Headers = { authorization: string }

/** Places and pays an order through the API: the tests are about what comes after. */
async function bookAndPay(request: APIRequestContext, headers: Headers, items: object[]): Promise<string> {
  const placed = await request.post('/api/Order/Member', { headers: { ...headers, 'idempotency-key': randomUUID() }, data: { items } })
  expect(placed.status(), await placed.text()).toBe(201)
  const { orderNo } = (await placed.json()) as { orderNo: string }
  const start = await request.post('/api/Payment/Start', { headers, data: { orderNo } })
  const { action, fields } = (await start.json()) as { action: string; fields: Record<string, string> }
  const checkout = await request.post(new URL(action).pathname, { form: fields })
  await request.post('/api/Demo/Gateway/Way', { form: { trade: new URL(checkout.url()).searchParams.get('trade')!, way: 'card' } })
  return orderNo
}

test('A27 a ticket on a phone: code, court, rules, and a calendar of one’s own', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const headers = await tokenOf(page.request, member.email, member.secret)
  const { court, ...item } = await findFree(page.request, 2, 3)
  const { court: later, ...laterItem } = await findFree(page.request, 2, 5)
  const orderNo = await bookAndPay(page.request, headers, [item, laterItem])
  await logIn(page, member.email, member.secret)
  // The next ticket is in the member area, and one tap away from every page
  await visit(page, '/member')
  await expect(page.getByRole('img', { name: `${court} 的報到條碼` })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主要選單' }).getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: '票券', exact: true }).click()
  await expect(page).toHaveURL(/\/member\/order\/ticket$/)
  await expect(page.getByRole('img', { name: `${court} 的報到條碼` })).toBeVisible()
  await visit(page, '/member/order/venue')
  await page
    .getByRole('article', { name: `訂單 ${orderNo}` })
    .getByRole('link', { name: '入場票券' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '入場票券' })).toBeVisible()
  await expect(page.getByRole('img', { name: `${court} 的報到條碼` })).toBeVisible()
  await expect(page.getByText('起可以報到')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('img', { name: `${court} 的報到條碼` }).locator('rect')).toHaveCSS('fill', 'rgb(255, 255, 255)')
  await expectAccessible(page)
  await expectNothingSideways(page)
  await expect(page.getByRole('heading', { name: '使用須知' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })

  // One thing: time, how long until then, the code as large as a phone allows, and the court in its hall
  const shown = page.getByRole('article')
  await expect(shown.getByRole('timer')).toHaveText(/[23] 天後開始|\d+ 小時後開始/)
  await expect(shown.getByRole('img', { name: new RegExp(`平面圖，共 8 面場地，標示的是${court}$`) })).toBeVisible()
  const code = await shown.getByRole('img', { name: `${court} 的報到條碼` }).boundingBox()
  expect(code!.width).toBeGreaterThan(240)

  // What is shared tells when and where, and has no code
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => delete (Navigator.prototype as { share?: unknown }).share)
  await shown.getByRole('button', { name: '分享' }).click()
  await expect(page.getByText('已複製')).toBeVisible()
  const passedOn = await page.evaluate(() => navigator.clipboard.readText())
  expect(passedOn).toContain(court)
  expect(passedOn).toMatch(/\d\d:\d\d–\d\d:\d\d[^]*\/venues\/2\?signed=/)
  expect(passedOn).not.toContain(orderNo)

  // It is a task: nothing else is on it, and one way leads back
  await expect(page.getByRole('navigation', { name: '主要選單' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: '訂單', exact: true })).toBeVisible()

  // It tells how to get there, in both languages
  await expect(page.getByRole('region', { name: '交通與聯絡' })).toContainText('地下停車場')
  await expect(page.getByRole('region', { name: '交通與聯絡' }).getByRole('link', { name: '地圖' })).toHaveAttribute(
    'href',
    /query=25\.\d+,121\.\d+$/,
  )
  await page.getByRole('link', { name: 'Switch to English' }).click()
  await expect(page.getByRole('region', { name: 'Getting here and contact' })).toContainText('Underground car park')
  await expect(page.getByRole('region', { name: 'Getting here and contact' })).toContainText('Qinghe Road')
  await page.getByRole('link', { name: '切換為中文' }).click()

  // On its day the way to it stands in the header of every page, until its end
  const chip = page.getByRole('banner').getByRole('link', { name: /^入場票券/ })
  await visit(page, '/venues')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(chip).toHaveCount(0)
  await inDatabase(
    `update order_items i set during = tstzrange(now() - interval '1 minute', now() + interval '59 minutes')
     from orders o where o.id = i.order_id and o.order_no = $1 and lower(i.during) = $2`,
    [orderNo, item.start],
  )
  for (const path of ['/venues', '/member', '/venues/2']) {
    await visit(page, path)
    await expect(chip).toContainText(court)
    await expectNothingSideways(page)
  }
  await expectAccessible(page)
  await chip.click()
  await expect(page.getByRole('article').getByRole('timer')).toHaveText(/^進行中，\d+ 分鐘後結束$/)
  await expect(chip, 'the ticket is a task').toHaveCount(0)

  // The other day has its own code and its own address
  await page.getByRole('navigation', { name: '這張票的日期' }).getByRole('link').last().click()
  await expect(page).toHaveURL(new RegExp(`day=${dayIn(5)}`))
  await expect(page.getByRole('img', { name: `${later} 的報到條碼` })).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(1)

  // The check-in desk says when it is too early
  const ticket = (await (await page.request.get(`/api/Order/Ticket/${orderNo}`, { headers })).json()) as {
    items: { code: string; typedCode: string }[]
  }
  await expect(page.getByRole('article')).toContainText(ticket.items[1]!.typedCode)
  const desk = await tokenOf(page.request, 'staff')
  const early = await page.request.post('/api/Staff/CheckIn', { headers: desk, data: { code: ticket.items[1]!.code } })
  expect(await early.json()).toMatchObject({ code: 'check_in_too_early' })

  // The calendar feed has all bookings, until the member removes it
  await visit(page, '/member/order/venue')
  await page.getByRole('button', { name: '建立訂閱網址' }).click()
  const address = await page.getByLabel('訂閱網址').inputValue()
  expect(await page.getByRole('link', { name: '加入行事曆' }).getAttribute('href')).toMatch(/^webcal:/)
  const path = new URL(address).pathname
  expect(await (await page.request.get(path)).text()).toContain('STATUS:CONFIRMED')
  await expectAccessible(page)
  await page.getByRole('button', { name: '停止訂閱' }).click()
  await expect(page.getByRole('button', { name: '建立訂閱網址' })).toBeVisible()
  expect((await page.request.get(path)).status()).toBe(404)
})

test('A24 an appeal that lifts a suspension', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const headers = await tokenOf(page.request, member.email, member.secret)
  await logIn(page, member.email, member.secret)
  // Three bookings, paid and cancelled on short notice: three violation points.
  for (let n = 0; n < 3; n++) {
    const { court: _, ...item } = await findFree(page.request, 3, 1)
    const orderNo = await bookAndPay(page.request, headers, [item])
    const refund = await page.request.post('/api/Order/Refund', { headers, data: { orderNo, reason: '臨時有事', acceptZero: true } })
    expect(refund.status(), await refund.text()).toBeLessThan(300)
  }

  // The suspension is shown before anything is paid
  const { court: _, ...wanted } = await findFree(page.request, 3, 2)
  const check = await page.request.post('/api/Order/Member/Check', { headers, data: { items: [wanted] } })
  expect(((await check.json()) as { problems: { code: string }[] }).problems).toMatchObject([{ code: 'suspended' }])

  await visit(page, '/member/violation')
  await expect(page.getByText(/停權中，至/)).toBeVisible()
  await expectAccessible(page)
  const point = page.getByRole('article').first()
  await point.getByText('申訴', { exact: true }).click()
  await point.getByLabel('申訴原因').fill('當天臨時住院，附上證明。')
  await point.locator('input[type=file]').setInputFiles(pdf('proof.pdf'))
  await expect(point.getByText('已上傳：proof.pdf')).toBeAttached()
  await point.getByRole('button', { name: '送出申訴' }).click()
  await expect(page.getByRole('article').first().getByText('審核中')).toBeVisible()
  await expectAccessible(page)

  const manager = await tokenOf(page.request, 'staff')
  const list = await page.request.get('/api/Staff/Violation/List?pageSize=100', { headers: manager })
  const { items } = (await list.json()) as { items: { appealId: string; account: string }[] }
  const { appealId } = items.find(({ account }) => account === member.account)!
  const decided = await page.request.post('/api/Staff/Violation/Decide', { headers: manager, data: { id: appealId, decision: 'accept' } })
  expect(await decided.json()).toEqual({ suspensionLifted: true })

  await visit(page, '/member/violation')
  await expect(page.getByText(/停權中，至/)).toHaveCount(0)
  await expect(page.getByRole('article').filter({ hasText: '已通過' })).toHaveCount(1)
  const again = await page.request.post('/api/Order/Member', {
    headers: { ...headers, 'idempotency-key': randomUUID() },
    data: { items: [wanted] },
  })
  expect(again.status(), await again.text()).toBe(201)
  await readMessage(page.request, member.email, /恢復預約/)
})

test('E6 who plays: named on the ticket, changed, refused in words, and said at the door', async ({ page, context, baseURL }) => {
  await speak(context, 'tw', baseURL!)
  const member = await newMember(page.request)
  const desk = await staffHeaders(page.request)
  const hall = await openHall(page.request, desk, 1)
  try {
    await ticketsOf(page.request, desk, hall.courtIds, 1, member)
    await logIn(page, member.email, member.secret)
    await visit(page, '/member/order/ticket')
    const ticket = page.getByRole('article')
    await page.getByText('同行夥伴').click()
    const field = page.getByLabel('名字或暱稱')
    await field.fill('阿明、0912345678')
    await page.getByRole('button', { name: '儲存名單' }).click()
    await expect(page.getByRole('alert')).toContainText('不要填電話')
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await field.fill('阿明、小華，Ben')
    await page.getByRole('button', { name: '儲存名單' }).click()
    await expect(ticket).toContainText('阿明、小華、Ben')
    await expect(field).toBeHidden()
    await expectNothingSideways(page)
    await page.reload()
    await expect(ticket).toContainText('阿明、小華、Ben')
    // One stays at home
    await page.getByText('同行夥伴').click()
    await field.fill('阿明、Ben')
    await page.getByRole('button', { name: '儲存名單' }).click()
    await expect(ticket).not.toContainText('小華')

    // Ben comes first, and says his name
    await context.clearCookies()
    await speak(context, 'tw', baseURL!)
    await logIn(page, 'staff')
    await visit(page, `/staff/checkin?facility=${hall.code}`)
    await page.locator('#checkin-code').fill('ben')
    const line = page.getByRole('listitem').filter({ hasText: '同行：阿明、Ben' })
    await expect(line).toHaveCount(1)
    await expectAccessible(page)
    await line.getByRole('button').click()
    await expect(page.locator('[aria-live=assertive]')).toContainText('阿明、Ben')
  } finally {
    await retireHall(page.request, desk, hall.code)
  }
})

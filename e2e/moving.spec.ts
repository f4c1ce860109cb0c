import type { Page } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import { caller, dayIn, goToPay, type Free } from './booking.ts'
import { asked, openHall, retireHall, staffHeaders } from './door.ts'
import { expect, logIn, looksRight, newMember, readMessage, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

/** A free period of the tennis courts at the dearest price of a day. No other journey makes a facility of this sport. */
async function findPeak(page: Page): Promise<Free> {
  const answer = await page.request.post('/api/Order/Member/Schedule', { data: { venue1stId: 4, date: dayIn(4) } })
  const { courts } = (await answer.json()) as { courts: { id: number; name: string; periods: Omit<Free, 'courtId' | 'court'>[] }[] }
  const free = courts.flatMap(({ id, name, periods }) =>
    periods.filter(({ state }) => state === 'free').map((period) => ({ ...period, courtId: id, court: name, facilityId: 4, facility: '' })),
  )
  const dearest = free.filter(({ price }) => price === Math.max(...free.map((one) => one.price)))
  return dearest[randomInt(dearest.length)]!
}

async function pay(page: Page, { go, pay: button }: { go: string; pay: RegExp }): Promise<void> {
  await goToPay(page, page.getByRole('button', { name: go }))
  await page.getByRole('button', { name: button }).click()
  await expect(page).toHaveURL(/payment-complete\?ref=/)
}
/** Chooses the first time with this sign on its chip, and answers the button that confirms it. A day that comes takes the choice of the last one away. */
async function choose(page: Page, sign: '−' | '+', button: RegExp) {
  const chip = page.locator('label', { hasText: new RegExp(`^\\d\\d:\\d\\d\\s+\\${sign}NT\\$`) }).first()
  const confirm = page.getByRole('button', { name: button })
  await expect(async () => {
    await chip.click()
    await expect(confirm).toBeVisible({ timeout: 2000 })
  }).toPass()
  return confirm
}

test('A25 A30 a booking is moved to a cheaper hour, and to a dearer one after the difference is paid', async ({
  page,
  context,
  baseURL,
}) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const peak = await findPeak(page)
  const orderNo = await (await caller(page.request, member)).place(peak)
  await logIn(page, member.email, member.secret)
  await visit(page, `/member/order/payment-complete?orderNo=${orderNo}`)
  await pay(page, { go: '前往付款', pay: /^付款 NT\$/ })

  // From the result page to a cheaper hour: the difference goes back
  await page.getByRole('link', { name: '改期' }).click()
  await expect(page.getByRole('heading', { name: '改期' })).toBeVisible()
  await expect(page.getByText(/還可自行改期 2 次/)).toBeVisible()
  const cheaper = await choose(page, '−', /^改期，退還 NT\$/)
  await looksRight(page)
  await cheaper.click()
  await expect(page).toHaveURL(new RegExp(`overview\\?orderNo=${orderNo}$`))
  await expect(page.getByText(`已改期，原為：${peak.court}`)).toBeVisible()
  const mail = (await readMessage(page.request, member.email, /預約已改期/)) as unknown as {
    body: string
    attachments: { content: string }[]
  }
  expect(mail.body).toMatch(/差額 NT\$\d+ 退還給您。[^]*NT\$\d+ (會退回您的|已退回您的)付款信用卡/)
  expect(mail.attachments[0]!.content).toMatch(/SEQUENCE:[1-9]/)

  // From the ticket to a dearer hour, on another day: nothing moves before it is paid
  await speak(context, 'en', baseURL!)
  await visit(page, `/member/order/ticket?orderNo=${orderNo}`)
  await page.getByRole('link', { name: 'Move', exact: true }).click()
  await page.getByRole('navigation', { name: 'Choose a day' }).getByRole('link').nth(5).click()
  await expect(page).toHaveURL(new RegExp(`date=${dayIn(5)}`))
  // The day that was left may still be shown: what was chosen there is gone when the new one comes.
  await expect(async () => {
    const confirm = await choose(page, '+', /^Move and pay NT\$/)
    await confirm.click({ timeout: 3000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'The new time is held for you' })).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: 'View booking' }).click()
  await expect(page.getByText(/Once it’s paid, the booking moves to/)).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: 'Pay now' }).click()
  await pay(page, { go: 'Go to payment', pay: /^Pay NT\$/ })
  await expect(page.getByRole('heading', { name: 'Your booking is moved' })).toBeVisible()
  await page.getByRole('link', { name: 'View booking' }).click()
  await expect(page.getByText(/^Moved; previously:/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Move', exact: true })).toHaveCount(0)
})

test('A25 a court is closed: the alternative that is held is taken with one tap, or everything goes back', async ({
  page,
  context,
  baseURL,
}) => {
  const staff = await staffHeaders(page.request)
  const hall = await openHall(page.request, staff, 2)
  const member = await newMember(page.request)
  const login = await page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: member.secret } })
  const headers = { authorization: `Bearer ${((await login.json()) as { token: string }).token}`, 'idempotency-key': randomUUID() }
  const day = dayIn(3)
  const items = [9, 10].map((hour) => ({
    venue2ndId: hall.courtIds[0],
    start: new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`).toISOString(),
    end: new Date(`${day}T${String(hour + 1).padStart(2, '0')}:00:00+08:00`).toISOString(),
  }))
  const { orderNo } = await asked<{ orderNo: string }>(await page.request.post('/api/Order/Member', { headers, data: { items } }))
  const plan = { facilities: [hall.id], courts: [hall.courtIds[0]], from: day, to: day }
  const { fingerprint } = await asked<{ fingerprint: string }>(
    await page.request.post('/api/Staff/Closure/Preview', { headers: staff, data: plan }),
  )
  const reason = { tw: '地板打蠟', en: 'Waxing the floor' }
  const data = { plan, cause: 'cleaning', choice: 'offer', reason, fingerprint }
  await asked(await page.request.post('/api/Staff/Closure/Run', { headers: { ...staff, 'idempotency-key': randomUUID() }, data }))

  // The mail leads to the order, where the other court is held
  await speak(context, 'tw', baseURL!)
  await logIn(page, member.email, member.secret)
  const mail = await readMessage(page.request, member.email, /已為您保留替代時段/)
  await visit(page, new URL(/https?:\S+/.exec(mail.body)![0]).pathname + new URL(/https?:\S+/.exec(mail.body)![0]).search)
  const offer = page.getByRole('region', { name: '場地將停用，已為您保留替代時段' })
  await expect(offer).toHaveCount(2)
  await expect(offer.first()).toContainText('地板打蠟')
  await looksRight(page)
  await offer.first().getByRole('button', { name: '改到這個時段' }).click()
  await expect(offer).toHaveCount(1)
  await expect(page.getByText(/^已改期，原為：夜 1/)).toBeVisible()

  await speak(context, 'en', baseURL!)
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  const other = page.getByRole('region', { name: 'Your court will be closed. We’re holding an alternative' })
  await other.getByRole('button', { name: 'No, full refund' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No, full refund' }).click()
  await expect(other).toHaveCount(0)
  await expect(page.getByText('The venue has cancelled this time')).toBeVisible()
  await retireHall(page.request, staff, hall.code)
})

import type { Browser, Locator, Page } from '@playwright/test'
import { dayIn } from './booking.ts'
import { enterConsole, expect, expectAccessible, linkIn, looksRight, readMessage, ready, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

/** What a person at the desk reads: selling in Chinese, refunding and closing the till in English. */
const tw = {
  tillName: '收銀櫃名稱',
  float: '備用金',
  open: '開班',
  who: '手機號碼或姓名',
  guestName: '散客姓名',
  till: '收銀櫃',
  given: '收到現金',
  take: /^收款 NT\$/,
  change: '找零',
  receipt: '收據',
  next: '下一位',
  link: '付款連結',
  send: '保留並傳送連結',
  sent: /付款連結已傳給/,
  pay: /^前往付款 NT\$/,
  paid: '已繳費',
  lastWeek: /^加入可預約的/,
  toPayment: '前往收款',
  screens: '後台畫面',
  counter: '櫃檯',
} as const
const en = {
  cancel: 'Cancel booking',
  inFull: /^The centre cancels: .*, in full$/,
  reason: 'Reason',
  confirm: 'Cancel this booking',
  payBack: /^Refund NT\$.* in cash$/,
  refund: /Refund/,
  piece: (value: string) => `Number of NT$${value}`,
  short: 'NT$20 short',
  explanation: 'Explanation of the difference',
  close: 'Close the till',
  sheet: 'Shift report',
  sale: /Payment/,
  movements: 'Movements',
} as const

/** Does what a hand does, and counts it: presses of the mouse, fields that are typed into, single keys. */
function handOf(page: Page) {
  let done = { clicks: 0, fields: 0, keys: 0, began: Date.now() }
  return {
    click: (what: Locator) => (done.clicks++, what.click()),
    /** Into the field that has the focus. */
    type: (text: string) => (done.fields++, page.keyboard.type(text)),
    fill: (what: Locator, text: string) => (done.fields++, what.fill(text)),
    press: (key: string) => (done.keys++, page.keyboard.press(key)),
    /** What no hand does, such as looking with axe: its time does not count. */
    async aside(look: Promise<void>): Promise<void> {
      const from = Date.now()
      await look
      done.began += Date.now() - from
    },
    begin: () => void (done = { clicks: 0, fields: 0, keys: 0, began: Date.now() }),
    /** Notes in the report what a piece of work took, and begins to count anew. */
    note(type: string): void {
      const { clicks, fields, keys, began } = done
      test
        .info()
        .annotations.push({ type, description: `${clicks} clicks, ${fields} fields, ${keys} keys, ${(Date.now() - began) / 1000} s` })
      this.begin()
    },
  }
}
type Hand = ReturnType<typeof handOf>

const numberIn = (text: string | null) => Number(/NT\$([\d,]+)/.exec(text ?? '')![1]!.replaceAll(',', ''))

/** By the keyboard alone, from the cell that has the focus: the next free one. Enter goes on to the payment. */
async function chooseFree(page: Page, hand: Hand): Promise<void> {
  const cell = page.locator('[role=gridcell]:focus')
  await expect(cell).toBeVisible()
  for (let n = 0; (await cell.getAttribute('data-state')) !== 'free' && n < 20; n++) await hand.press('ArrowRight')
  await hand.press(' ')
  await expect(cell).toHaveAttribute('data-state', 'chosen')
  await hand.press('Enter')
}

/** At 1280 the grid shows the whole day; where it does not, it fades at its end. On a tablet the total stays in sight below it, and the rail has its labels. */
async function fitsDeskAndTablet(page: Page): Promise<void> {
  const hidden = await page.getByRole('grid').evaluate((grid) => grid.parentElement!.scrollWidth - grid.parentElement!.clientWidth)
  expect(hidden, 'hours that one has to scroll to').toBeLessThanOrEqual(0)
  const before = page.viewportSize()!
  const fade = () => page.getByRole('grid').evaluate((grid) => getComputedStyle(grid.parentElement!).getPropertyValue('--more'))
  expect(await fade()).toBe('0px')
  await page.setViewportSize({ width: 600, height: 700 })
  await expect.poll(fade).toBe('40px')
  const tablet = { width: 768, height: 700 }
  await page.setViewportSize(tablet)
  await page.evaluate(() => scrollTo(0, 0))
  const toPayment = page.getByRole('button', { name: tw.toPayment })
  const dock = (await toPayment.locator('xpath=..').boundingBox())!
  expect(dock.y).toBeGreaterThan(0)
  expect(dock.y + dock.height, 'the total, at the bottom of the screen').toBeLessThanOrEqual(tablet.height)
  const rail = page.getByRole('navigation', { name: tw.screens })
  const [around, label] = [(await rail.boundingBox())!, (await rail.getByText(tw.counter, { exact: true }).boundingBox())!]
  expect(label.width, 'the label of a screen').toBeGreaterThan(16)
  expect(label.x + label.width).toBeLessThanOrEqual(around.x + around.width)
  await page.setViewportSize(before)
}

async function payByLink(browser: Browser, link: string, address: string): Promise<void> {
  const context = await browser.newContext({ locale: 'zh-TW', extraHTTPHeaders: { 'x-forwarded-for': address } })
  const phone = await context.newPage()
  await visit(phone, link)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: tw.pay }).click()
  await phone.locator('button[value=card]').click()
  await expect(phone.getByRole('heading', { level: 1, name: tw.paid })).toBeVisible()
  await context.close()
}

/** Somebody of the demo who played last week at an hour that is free this week. */
async function findRegular(page: Page): Promise<{ name: string; mobile: string }> {
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
  const get = async (path: string) =>
    (await page.request.get(path, { headers: { authorization: `Bearer ${token}` }, maxRetries: 2 })).json()
  for (let tens = 0; tens < 20; tens++)
    for (const { memberId } of (await get(`/api/Staff/Counter/People?q=091300${String(tens).padStart(3, '0')}`)).items) {
      const person = await get(`/api/Staff/Counter/Person/${memberId}`)
      const isFree = ({ problem, total, start }: any) => !problem && total > 0 && Date.parse(start) > Date.now()
      if (!person.suspendedUntil && person.lastWeek.some(isFree)) return person
    }
  throw new Error('nobody played last week at an hour that is free this week')
}

/** Counts so much by notes and coins. */
async function count(page: Page, hand: Hand, amount: number): Promise<void> {
  let left = amount
  for (const value of [1000, 500, 100, 50, 10, 5, 1]) {
    const pieces = Math.floor(left / value)
    left -= pieces * value
    if (pieces > 0) await hand.fill(page.getByLabel(en.piece(value.toLocaleString('en-GB')), { exact: true }), String(pieces))
  }
}

/** The paper is all that a printer gets, dark on white also in the dark scheme; A4 without its margins is 680 px wide. */
async function expectOnPaper(page: Page, ...parts: Locator[]): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 680, height: 900 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of parts) await expect(part).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectAccessible(page, 'colours')
  await page.emulateMedia({ media: null, colorScheme: null })
  await page.setViewportSize(before)
}

test('a walk-in, a call and a regular in tw, a refund and the till closed with NT$20 missing in en @desk', async ({
  page,
  browser,
  baseURL,
  address,
}) => {
  test.slow()
  const hand = handOf(page)
  const mobile = `09${String(Date.now()).slice(-8)}`
  const [name, tillName] = [`王${mobile.slice(-6)}`, `T${mobile.slice(-6)}`]
  const day = dayIn(23)
  const button = (called: string | RegExp) => page.getByRole('button', { name: called })
  await enterConsole(page, baseURL!, { height: 900 })

  await visit(page, '/staff/till')
  await page.getByLabel(tw.tillName).fill(tillName)
  await page.getByLabel(tw.float, { exact: true }).fill('1000')
  await page.getByRole('button', { name: tw.open, exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: tillName, exact: true })).toBeVisible()
  const tillId = new URL(page.url()).searchParams.get('till')!

  // The walk-in: typed, never clicked, until the receipt. Of two open tills this desk's is chosen once.
  await visit(page, `/staff/counter?facility=BAD&day=${day}`)
  await expect(page.getByLabel(tw.who)).toBeFocused()
  await hand.type(mobile)
  await expect(page.getByLabel(tw.guestName)).toBeFocused()
  await hand.type(name)
  await hand.press('Enter')
  await chooseFree(page, hand)
  await hand.aside(fitsDeskAndTablet(page))
  await page.getByLabel(tw.till, { exact: true }).selectOption({ label: tillName })
  await page.getByLabel(tw.given).focus()
  await hand.type('2000')
  await expect(button(tw.take)).toBeVisible()
  await hand.aside(looksRight(page))
  await hand.press('Enter')
  const change = page.getByRole('status').filter({ hasText: tw.change })
  await expect(change).toBeVisible()
  hand.note('a walk-in pays cash')
  const price = 2000 - numberIn(await change.textContent())
  expect(price).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: tw.receipt, exact: true })).toBeVisible()
  await expect(button(tw.next)).toBeFocused()
  await looksRight(page)
  await expectOnPaper(page, page.getByText(name).first())
  await button(tw.next).focus()
  hand.begin()

  // The same person calls: found by the number, paid by link, and the desk sees it without a reload.
  await hand.press('Enter')
  await expect(page.getByLabel(tw.who)).toBeFocused()
  // Enter follows the last digit at once, before anybody was found.
  await hand.type(mobile)
  await hand.press('Enter')
  await chooseFree(page, hand)
  await hand.click(page.getByText(tw.link, { exact: true }))
  await hand.click(button(tw.send))
  await expect(page.getByText(tw.sent)).toBeVisible()
  hand.note('a call is held and its link sent')
  await payByLink(browser, linkIn(await readMessage(page.request, mobile, /ref=/)), address)
  await expect(page.getByText(`${tw.paid} NT$${price}`, { exact: true })).toBeVisible()
  await expect(page.getByText(tw.sent)).toHaveCount(0)

  // A regular: what they played last week, with one press.
  const regular = await findRegular(page)
  hand.begin()
  await hand.press('Enter')
  await hand.type(regular.mobile)
  await expect(button(new RegExp(regular.name))).toBeVisible()
  await hand.press('Enter')
  await hand.click(button(tw.lastWeek))
  await expect(page.getByLabel(tw.given)).toBeFocused()
  await expect(page.locator('[data-state=chosen]').first()).toBeVisible()
  await expect(page.getByLabel(tw.till, { exact: true }).locator('option:checked')).toHaveText(tillName)
  const total = numberIn(await button(tw.take).textContent())
  await hand.type(String(total))
  await hand.press('Enter')
  await expect(change).toContainText('NT$0')
  hand.note('the same as last week')

  // The walk-in cannot come: cancelled on the board in full, and paid out of the till.
  await speak(page.context(), 'en', baseURL!)
  await page.setViewportSize({ width: 768, height: 900 })
  await visit(page, `/staff/board?facility=BAD&day=${day}`)
  await hand.click(page.getByRole('gridcell').filter({ hasText: name }).first())
  await hand.click(button(en.cancel))
  await hand.click(page.getByRole('radio', { name: en.inFull }))
  await hand.fill(page.getByLabel(en.reason), 'Ill')
  await hand.click(button(en.confirm))
  await expect(page.getByRole('region', { name })).toHaveCount(0)
  await visit(page, `/staff/till?till=${tillId}`)
  const waiting = page.getByRole('listitem').filter({ hasText: mobile })
  await hand.click(waiting.getByRole('button', { name: en.payBack }))
  await hand.click(page.getByRole('dialog').getByRole('button', { name: en.payBack }))
  const movements = page.getByRole('table', { name: en.movements })
  await expect(movements.getByRole('row', { name: en.refund })).toHaveCount(1)
  await expect(waiting).toHaveCount(0)
  hand.note('a cash refund')

  // Closed with NT$20 missing, which has to be explained.
  await expect(movements.getByRole('row', { name: en.sale })).toHaveCount(2)
  await looksRight(page)
  hand.begin()
  await count(page, hand, 1000 + total - 20)
  // The list of closed tills may tell of others that were as much short.
  await expect(page.getByRole('status').filter({ hasText: en.short })).toBeVisible()
  await hand.click(page.getByRole('button', { name: en.close, exact: true }))
  await expect(page.getByLabel(en.explanation)).toBeFocused()
  await hand.type('Wrong change')
  await hand.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: en.sheet, exact: true })).toBeVisible()
  await ready(page)
  hand.note('a till closed with a difference')
  // The report comes into sight by itself, below the bar, although the form stood further down.
  await expect(page.getByRole('heading', { level: 2, name: en.sheet, exact: true })).toBeInViewport()
  await expect(page.getByText('Wrong change').first()).toBeVisible()
  await looksRight(page)
  await expectOnPaper(page, page.getByText('Wrong change').first(), page.getByRole('columnheader', { name: en.reason, exact: true }))
  const saved = page.waitForEvent('download')
  await button('XLSX').click()
  expect((await saved).suggestedFilename()).toMatch(/^till-\d{4}-\d\d-\d\d\.xlsx$/)
})

import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { goToPay } from './booking.ts'
import { expect, expectAccessible, logIn, newMember, type NewMember, pdf, reload, speak, visit } from './journey.ts'
import { counting, type Count } from './taps.ts'

export type Round = {
  id: number
  mode: 'first-come' | 'ballot'
  viewStart: string
  orderStart: string
  end: string
  seasonFrom: string
  facilities: { venue1stId: number }[]
}
export type Call = (method: 'get' | 'post' | 'put', path: string, data?: object) => Promise<any>

export const list = '/member/order/schedule'
export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Calls of a member through the API. */
export async function caller(request: APIRequestContext, emailOrAccount: string, secret = 'fieldhouse-demo'): Promise<Call> {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount, secret } })
  const authorization = `Bearer ${((await login.json()) as { token: string }).token}`
  return async (method, path, data) => {
    const response = await request[method](path, { headers: { authorization, 'accept-language': 'zh-TW' }, ...(data ? { data } : {}) })
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
    return response.status() === 204 ? undefined : response.json()
  }
}

/** A community of the test's own, approved by staff. */
export async function newCommunity(request: APIRequestContext, staff: Call, name: string): Promise<NewMember> {
  const member = await newMember(request)
  const own = await caller(request, member.email, member.secret)
  await own('post', '/api/AccountMember/Community', {
    communityName: name,
    registrationNo: `青社字第 ${randomInt(1e9)} 號`,
    representative: '李社長',
    documentIds: [],
  })
  await staff('post', '/api/Staff/Community/Review', { memberId: member.id, decision: 'approve' })
  return member
}

/** Moves the window of the current round and returns how it was before. */
export async function moveWindow(staff: Call, window: Partial<Pick<Round, 'viewStart' | 'orderStart' | 'end'>>): Promise<Round> {
  const round = await currentRound(staff)
  const { preOrders: _, ...body } = round as Round & { preOrders: number }
  await staff('put', '/api/Staff/Round', { ...body, ...window })
  return body
}

/** The round in which whoever comes first is served, among those that can be viewed. */
async function currentRound(staff: Call): Promise<Round> {
  const rounds = (await staff('get', '/api/Staff/Round/List')) as Round[]
  const now = Date.now()
  const open = rounds.filter(({ mode, viewStart, end }) => mode === 'first-come' && Date.parse(viewStart) <= now && now <= Date.parse(end))
  expect(open, 'the demo has one such round that is open').toHaveLength(1)
  return open[0]!
}

/** Id of the nth facility of the current round. */
export const facilityInRound = async (staff: Call, n: number) => (await currentRound(staff)).facilities[n]!.venue1stId

export const cell = (page: Page, said: RegExp) => page.getByRole('gridcell', { name: said })
/** Name of a cell that is free all season, and not taken by an earlier attempt of the same test. */
export const almostFree = (weekday: string) => new RegExp(`${weekday} \\d+ 點, (1[1-3]) 週中 \\1 週可登記`)
export const submit = (page: Page) => page.getByRole('button', { name: '送出登記' })

export async function fillAbout(page: Page, title: string): Promise<void> {
  await page.getByLabel('活動名稱').fill(title)
  await page.getByLabel('使用人數').fill('16')
}

/** Checks the form at the end of the page: there the submit bar does not cover half of another element. */
export async function expectFormAccessible(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expectAccessibleFromTop(page)
}

export async function openCreate(page: Page, facility: number): Promise<void> {
  await visit(page, `${list}/create?facility=${facility}`)
  await expect(page.getByRole('grid')).toBeVisible()
}

/** Chooses an evening that is free all season, in the row of a court. */
export async function chooseCourt(page: Page, n: number): Promise<void> {
  await page.getByRole('group', { name: '選擇場地' }).getByRole('radio').nth(n).check({ force: true })
}

/** Waits for the server's answer to the chosen line: it leaves closed days out. */
export async function expectChecked(page: Page): Promise<void> {
  const card = page.getByRole('listitem').filter({ has: page.getByRole('list', { name: /的日期$/ }) })
  await expect(card.getByText(/^NT\$/)).toBeVisible()
}

/** Prepares the same line for two communities, so that the second one has seen it as free. */
export async function prepareSame(browser: Browser, baseURL: string, member: NewMember, facility: number, title: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 360, height: 780 },
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.${randomInt(255)}.${randomInt(255)}` },
  })
  const page = await context.newPage()
  await speak(context, 'tw', baseURL)
  await logIn(page, member.email, member.secret)
  await openCreate(page, facility)
  await fillAbout(page, title)
  return page
}

/** The date of a weekly line, so many weeks after its first. */
export function addWeeks({ weekday, from }: { weekday: number; from: string }, weeks: number): string {
  const start = new Date(`${from}T00:00:00Z`)
  const until = (weekday - (start.getUTCDay() || 7) + 7) % 7
  return new Date(start.getTime() + (until + 7 * weeks) * 86_400_000).toISOString().slice(0, 10)
}

/** Staff ask for a missing document; the community sends it. */
export async function sendMissingRoster(page: Page, staff: Call, orderNo: string): Promise<void> {
  await staff('post', '/api/Staff/PreOrder/Review', { orderNo, decision: 'needs-documents', note: '請附名冊', missingKinds: ['roster'] })
  await reload(page)
  await expect(page.getByText('場館說明：請附名冊')).toBeVisible()
  await expectAccessibleFromTop(page)
  await page.getByLabel('團體名冊').setInputFiles(pdf('roster.pdf'))
  await expect(page.getByText('roster.pdf')).toBeVisible()
  await page.getByRole('button', { name: '送出文件' }).click()
  await expect(page.getByText('已登記，等候審核')).toBeVisible()
}

/** Staff approve the pre-order; the community pays its order. */
export async function payApproved(page: Page, staff: Call, orderNo: string, title: RegExp): Promise<void> {
  await staff('post', '/api/Staff/PreOrder/Review', { orderNo, decision: 'approved', note: '' })
  await visit(page, list)
  await page.getByRole('article', { name: title }).getByRole('link', { name: '查看明細' }).click()
  await expect(page.getByRole('region', { name: '已核定，請繳費' })).toBeVisible()
  await expectAccessibleFromTop(page)
  await goToPay(page, page.getByRole('button', { name: '前往付款' }))
  await page.getByRole('button', { name: /^付款 NT\$/ }).click()
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
}

/** Gives one date of a paid season back; the refund is shown before. */
export async function giveBackLastDate(page: Page, orderNo: string): Promise<void> {
  await visit(page, `${list}/${orderNo}`)
  await expect(page.getByText('整季時段已確定')).toBeVisible()
  await page.getByRole('button', { name: /歸還$/ }).last().click()
  const giveBack = page.getByRole('dialog', { name: '歸還這次時段？' })
  await expect(giveBack.getByText(/^NT\$/)).toBeVisible()
  await expectAccessibleFromTop(page)
  await giveBack.getByRole('button', { name: '確定歸還' }).click()
  await expect(page.getByText('已歸還', { exact: true })).toBeVisible()
}

/** Changes a submitted pre-order: one date fewer, another name. */
export async function changeNameAndLeaveOneDateOut(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: '修改', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^修改登記 P/ })).toBeVisible()
  const dates = page.getByRole('list', { name: /的日期$/ }).getByRole('button', { name: /可登記$/ })
  const all = await dates.count()
  await dates.first().click()
  await page.getByLabel('活動名稱').fill(title)
  await page.getByRole('button', { name: '送出修改' }).click()
  await expect(page.getByRole('heading', { name: '修改完成' })).toBeFocused()
  await expect(page.getByRole('list', { name: '已登記的日期' }).getByRole('listitem')).toHaveCount(all - 1)
  await page.getByRole('link', { name: '查看這份登記' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

export async function cancelPreOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: '取消登記' }).click()
  await page.getByRole('button', { name: '確定取消' }).click()
  await expect(page.getByText('時段已釋出。')).toBeVisible()
}

/** Submits a pre-order of one line through the API. */
export async function submitLine(call: Call, line: object): Promise<void> {
  const about = { title: '早', purpose: '', contactName: '早', contactPhone: '0911', headcount: 4 }
  await call('post', '/api/PreOrder/Community', { ...about, lines: [line] })
}

/** Fills and sends the login form. */
export async function fillLogin(page: Page, { email, secret }: NewMember): Promise<void> {
  await page.getByLabel('電子郵件或帳號').fill(email)
  await page.getByLabel('密碼', { exact: true }).fill(secret)
  await page.getByRole('button', { name: '登入', exact: true }).click()
}

/** At the foot of the page the bar with the submit button scrolls under the header, and axe takes what is left of it for a small target. */
export async function expectAccessibleFromTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(page)
}

/** Focuses a field in a low window: it is not under the bar with the countdown and the button. */
export async function focusAboveBar(page: Page, field: Locator): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: before.width, height: 480 })
  await page.evaluate(() => scrollTo(0, 0))
  await field.focus()
  const covered = await field.evaluate((focused) => {
    const isBar = (one: Element) => getComputedStyle(one).position === 'sticky' && one.querySelector('[type=submit]') !== null
    const bar = [...document.querySelectorAll('main *')].find(isBar)!
    return focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
  })
  expect(covered).toBeLessThanOrEqual(0)
  await page.setViewportSize(before)
}

/** Hands in a Friday evening of the season, from the front door on, and answers what it took. */
export async function handInFromHome(page: Page): Promise<Count> {
  const { count, tap, type, tapped } = counting()
  const main = page.getByRole('main')
  await visit(page, '/')
  await tap(page.getByRole('link', { name: '我的', exact: true }).locator('visible=true').first())
  await tap(main.locator('a[href^="/member/order/schedule"]').locator('visible=true').first())
  await tap(main.locator('a[href^="/member/order/schedule/create"]').first())
  await chooseCourt(page, 3)
  tapped()
  await tap(cell(page, almostFree('週五')).first())
  await expectChecked(page)
  await type(page.getByLabel('活動名稱'), '週五團練')
  await type(page.getByLabel('使用人數'), '16')
  await tap(submit(page))
  await expect(page.getByRole('heading', { name: '登記完成' })).toBeFocused()
  return count
}

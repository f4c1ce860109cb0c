import { expect, logIn, reload, speak, test, visit } from './journey.ts'
import {
  expectAccessibleFromTop,
  addWeeks,
  almostFree,
  caller,
  cancelPreOrder,
  cell,
  changeNameAndLeaveOneDateOut,
  chooseCourt,
  expectChecked,
  expectFormAccessible,
  facilityInRound,
  fillAbout,
  fillLogin,
  focusAboveBar,
  giveBackLastDate,
  handInFromHome,
  inSeconds,
  list,
  moveWindow,
  newCommunity,
  openCreate,
  payApproved,
  prepareSame,
  type Round,
  sendMissingRoster,
  submit,
  submitLine,
} from './preorders.ts'
import { expectAsWritten } from './taps.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })
// The tests share one round, and some move its window: they run one after the other.
test.describe.configure({ mode: 'default' })

let before: Round | undefined
test.afterEach(async ({ request }) => {
  if (before) await (await caller(request, 'staff'))('put', '/api/Staff/Round', before)
  before = undefined
})

test('A32 A34 a draft before the start, the page opens by itself, submit', async ({ page, context, baseURL, request }) => {
  const staff = await caller(request, 'staff')
  const community = await newCommunity(request, staff, '早起羽球社')
  await speak(context, 'tw', baseURL!)
  await logIn(page, community.email, community.secret)
  before = await moveWindow(staff, { orderStart: inSeconds(300) })

  // The view window is open, the order window is not
  await visit(page, list)
  await expect(page.getByRole('heading', { name: '開放查看中，尚未開放登記' })).toBeVisible()
  await expect(page.getByRole('timer', { name: '距離開放登記' })).toHaveText(/^4:\d\d$/)
  await expectAccessibleFromTop(page)
  await page.getByRole('link', { name: '準備草稿' }).click()
  await expect(page.getByRole('grid')).toBeVisible()

  // One press adds a line, the rest is typed; all of it is saved while typing
  await chooseCourt(page, 1)
  await cell(page, almostFree('週二')).first().click()
  await expect(page.getByRole('list', { name: /的日期$/ })).toBeVisible()
  await fillAbout(page, '週二團練')
  await expect(page.getByText('已儲存')).toBeVisible()
  await expect(page).toHaveURL(/draft=P/)
  await reload(page)
  await expect(page.getByLabel('活動名稱')).toHaveValue('週二團練')
  await expect(page.getByLabel('使用人數')).toHaveValue('16')
  await expect(page.getByRole('list', { name: /的日期$/ })).toBeVisible()

  // Leaving the page and coming back inside the app keeps it
  await page.getByLabel('用途說明').fill('每週固定練習')
  await expect(page.getByText('已儲存')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: '季租登記' }).click()
  await page.getByRole('link', { name: '繼續未完成的草稿' }).click()
  await expect(page.getByLabel('用途說明')).toHaveValue('每週固定練習')

  // Before the start the button does not submit, with the keyboard neither
  await expect(submit(page)).toBeDisabled()
  await page.getByLabel('活動名稱').press('Enter')
  await expect(page.getByRole('heading', { name: '新增季租登記' })).toBeVisible()
  await expectFormAccessible(page)

  // The button opens by itself at the start of the window
  await moveWindow(staff, { orderStart: inSeconds(12) })
  await reload(page)
  const address = page.url()
  await expect(submit(page)).toBeEnabled({ timeout: 60_000 })
  expect(page.url()).toBe(address)
  await submit(page).click()
  await expect(page.getByRole('heading', { name: '登記完成' })).toBeFocused()
  await expect(page.getByRole('list', { name: '已登記的日期' }).getByRole('listitem')).not.toHaveCount(0)
  await expectAccessibleFromTop(page)

  await page.getByRole('link', { name: '查看這份登記' }).click()
  await expect(page.getByRole('heading', { name: '週二團練' })).toBeVisible()
  await expect(page.getByText('已登記，等候審核')).toBeVisible()
  await expectAccessibleFromTop(page)
})

test('taps: a season, from the front door to handed in', async ({ page, context, baseURL, request }) => {
  const community = await newCommunity(request, await caller(request, 'staff'), '數步社')
  await speak(context, 'tw', baseURL!)
  await logIn(page, community.email, community.secret)
  expectAsWritten('A season: from the front door to handed in', await handInFromHome(page))
})

test('D2 a device whose clock is wrong counts by the server’s', async ({ page, context, baseURL, request }) => {
  const staff = await caller(request, 'staff')
  await speak(context, 'tw', baseURL!)
  await page.clock.install({ time: new Date(Date.now() - 5 * 3_600_000) })
  await page.clock.resume()
  await logIn(page, 'community')
  const opensAt = Date.now() + 15_000
  before = await moveWindow(staff, { orderStart: inSeconds(15) })
  await visit(page, list)
  const timer = page.getByRole('timer', { name: '距離開放登記' })
  await expect(timer).toHaveText(/^0:\d\d$/)
  const left = Number((await timer.textContent())!.slice(2))
  expect(Math.abs(left - (opensAt - Date.now()) / 1000)).toBeLessThan(6)
  await expect(page.getByRole('heading', { name: '開放登記中' })).toBeVisible({ timeout: 60_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(opensAt - 1000)
})

test('A34 A33 two communities at once: two dates are lost, the rest accepted, a document asked for, paid', async ({
  browser,
  baseURL,
  request,
}) => {
  const staff = await caller(request, 'staff')
  const [first, second] = [await newCommunity(request, staff, '先到社'), await newCommunity(request, staff, '後到社')]
  const facility = await facilityInRound(staff, 1)
  const one = await prepareSame(browser, baseURL!, first, facility, '先到')
  const two = await prepareSame(browser, baseURL!, second, facility, '後到')

  // Both communities choose the same court and evening; the first keeps only two dates of it.
  for (const page of [one, two]) {
    await chooseCourt(page, 1)
    await cell(page, almostFree('週四')).first().click()
    await expectChecked(page)
  }
  const dates = one.getByRole('list', { name: /的日期$/ }).getByRole('button', { name: /可登記$/ })
  const all = await dates.count()
  // Takes out every date but two: the third button is always a date that is still in.
  for (let n = 2; n < all; n++) await dates.nth(2).click()
  await expect(one.getByText('2 個日期').first()).toBeVisible()

  // The second community's page does not learn of it in time: its check calls fail.
  await two.route('**/api/PreOrder/Community/Check', (route) => route.abort())
  await submit(one).click()
  await expect(one.getByRole('heading', { name: '登記完成' })).toBeVisible()
  await submit(two).click()
  const sheet = two.getByRole('dialog', { name: '有 2 個日期剛被登記走了' })
  await expect(sheet.getByRole('list', { name: '未登記到的日期' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessibleFromTop(two)
  await sheet.getByRole('button', { name: `接受其餘 ${all - 2} 個日期` }).click()
  await expect(two.getByRole('heading', { name: '登記完成' })).toBeFocused()
  await expect(two.getByText('有 2 個日期未登記到')).toBeVisible()
  await expect(two.getByRole('list', { name: '已登記的日期' }).getByRole('listitem')).toHaveCount(all - 2)
  await two.getByRole('link', { name: '查看這份登記' }).click()
  const orderNo = /P\d{6}\w{7}/.exec(two.url())?.[0] ?? (await two.getByText(/^P\d{6}\w{7}$/).textContent())!

  await sendMissingRoster(two, staff, orderNo)
  await payApproved(two, staff, orderNo, /後到/)
  await giveBackLastDate(two, orderNo)
  await one.context().close()
  await two.context().close()
})

test('A34 what is in the way is seen before submitting: dates left out, another court instead', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const staff = await caller(request, 'staff')
  const [early, late] = [await newCommunity(request, staff, '早社'), await newCommunity(request, staff, '晚社')]
  const facility = await facilityInRound(staff, 0)
  await speak(context, 'tw', baseURL!)
  await logIn(page, late.email, late.secret)
  await openCreate(page, facility)
  await chooseCourt(page, 2)
  await cell(page, almostFree('週三')).first().click()
  const card = page.getByRole('list', { name: /的日期$/ })
  await expectChecked(page)
  await expect(page).toHaveURL(/draft=P/)
  await expect(page.getByText('已儲存')).toBeVisible()
  const lateCall = await caller(request, late.email, late.secret)
  const draft = await lateCall('get', `/api/PreOrder/Community/Detail?orderNo=${new URL(page.url()).searchParams.get('draft')}`)

  // Another community takes two of the dates while the page is open
  const { weekly, ...place } = draft.wishes[0]
  const days = [1, 2, 3, 4]
    .map((n) => addWeeks(weekly, n))
    .filter((day) => !weekly.except.includes(day))
    .slice(0, 2)
  await submitLine(await caller(request, early.email, early.secret), { ...place, dates: days })
  await expect(page.getByText('有 2 個日期無法登記')).toBeVisible()
  await expect(card.getByRole('button', { name: /已被登記$/ })).toHaveCount(2)
  await expectFormAccessible(page)

  // One press leaves the taken dates out; put back in, another press moves the line to another court
  await page.getByRole('button', { name: '不登記這 2 個日期' }).click()
  await expect(page.getByText('有 2 個日期無法登記')).toBeHidden()
  await card.getByRole('button', { name: new RegExp(`${Number(days[0]!.slice(5, 7))}月${Number(days[0]!.slice(8))}日.*不登記$`) }).click()
  const instead = page.getByRole('button', { name: /天中 \d+ 天可登記/ }).first()
  await instead.click()
  await expect(card.getByRole('button', { name: /已被登記$/ })).toHaveCount(0)
})

test('A34 A33 nothing is lost: an expired session, a window that closes; then a change, and everything cancelled', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const staff = await caller(request, 'staff')
  const community = await newCommunity(request, staff, '不掉字社')
  await speak(context, 'tw', baseURL!)
  await logIn(page, community.email, community.secret)
  await openCreate(page, await facilityInRound(staff, 0))
  await chooseCourt(page, 4)
  await cell(page, almostFree('週一')).first().click()
  await expectChecked(page)
  await expect(page.getByText('已儲存')).toBeVisible()

  // The session ends while the member types
  await (
    await caller(request, community.email, community.secret)
  )('post', '/api/AccountMember/Session/EndAll')
  await fillAbout(page, '打到一半')
  await page.getByRole('button', { name: '重新登入' }).click()
  await fillLogin(page, community)
  await expect(page.getByLabel('活動名稱')).toHaveValue('打到一半')
  await expect(page.getByText('已儲存')).toBeVisible()

  // The window closes before the page has learned of it
  before = await moveWindow(staff, { end: inSeconds(0) })
  await submit(page).click()
  await expect(page.getByText('現在不是開放登記的時間')).toBeVisible()
  await expect(page.getByLabel('活動名稱')).toHaveValue('打到一半')
  await staff('put', '/api/Staff/Round', before)
  before = undefined
  await reload(page)
  await expect(page.getByLabel('活動名稱')).toHaveValue('打到一半')
  await submit(page).click()
  await expect(page.getByRole('heading', { name: '登記完成' })).toBeVisible()
  await page.getByRole('link', { name: '查看這份登記' }).click()

  await changeNameAndLeaveOneDateOut(page, '打完了')
  await cancelPreOrder(page)
  await page.getByRole('link', { name: '季租登記', exact: true }).click()
  await expect(page.getByRole('article', { name: /打完了/ })).toContainText('已取消')
})

test('A34 too early to look: there is only the clock', async ({ page, context, baseURL, request }) => {
  const staff = await caller(request, 'staff')
  await speak(context, 'tw', baseURL!)
  await logIn(page, 'community')
  before = await moveWindow(staff, { viewStart: inSeconds(3600), orderStart: inSeconds(7200), end: inSeconds(9000) })
  await visit(page, `${list}/create`)
  await expect(page.getByRole('heading', { name: '尚未開放查看' })).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expectAccessibleFromTop(page)
})

test.describe('on a desk, by keyboard alone', () => {
  test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

  test('A34 from the grid to the answer', async ({ page, context, baseURL, request }) => {
    const staff = await caller(request, 'staff')
    const community = await newCommunity(request, staff, '鍵盤社')
    await speak(context, 'en', baseURL!)
    await logIn(page, community.email, community.secret)
    await openCreate(page, await facilityInRound(staff, 2))
    const stop = page.locator('[role=gridcell][tabindex="0"], td[tabindex="0"]')
    await stop.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator(':focus')).toHaveAccessibleName(/Tuesday .*of \d+ weeks available/)
    await page.keyboard.press('Enter')
    await expect(page.locator(':focus')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('list', { name: /^Dates of/ })).toBeVisible()
    const offer = page.getByRole('button', { name: /^Leave these dates out/ })
    await expect(page.getByRole('listitem').getByText(/^NT\$/)).toBeVisible()
    if (await offer.isVisible()) await offer.press('Enter')
    await page.getByRole('textbox', { name: 'Activity' }).focus()
    await page.keyboard.type('Keyboard club')
    await focusAboveBar(page, page.getByLabel('Number of people'))
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Registered' })).toBeFocused()

    // The pre-order is cancelled, after one confirmation
    await page.getByRole('link', { name: 'See this pre-order' }).press('Enter')
    await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
    await expect(page.getByText('The times have been released.')).toBeVisible()
  })
})

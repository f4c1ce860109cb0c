import { randomInt } from 'node:crypto'
import { codeIn, enterAtIssuer, expect, expectAccessible, linkIn, readMessage, speak, test, visit } from './journey.ts'
import { counting, expectAsWritten } from './taps.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite), contextOptions: { reducedMotion: 'no-preference' } })

test('A6 who comes by an issuer with a court chosen fills in only what it does not say, and is back at the court', async ({
  page,
  context,
  baseURL,
}) => {
  const login = `line${Date.now() % 1e8}${randomInt(10, 99)}`
  const mobile = `09${String(randomInt(1e8)).padStart(8, '0')}`
  await speak(context, 'tw', baseURL!)
  await visit(page, '/')
  await page.getByRole('navigation', { name: '日期' }).getByRole('link').nth(randomInt(3, 7)).click()
  const times = page.getByRole('main').getByRole('button', { name: /^\d\d:00/ })
  await expect(times.first()).toBeVisible()
  await times.nth(randomInt(await times.count())).click()
  const name = (await page
    .getByRole('group', { name: /的場地$/ })
    .locator('button[aria-pressed=true] span')
    .textContent())!
  await page.getByRole('complementary', { name: '已選時段' }).getByRole('link', { name: '確認預約' }).click()
  await page.getByRole('link', { name: '登入後送出' }).click()
  await page.getByRole('link', { name: '用LINE登入' }).click()
  await enterAtIssuer(page, login)

  await expect(page).toHaveURL(/\/register\?/)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: name })).toContainText('尚未保留')
  await expect(page.getByLabel('姓名', { exact: true })).toHaveValue(login)
  await expect(page.getByLabel('電子郵件', { exact: true })).toHaveValue(`${login}@issuer.example`)
  await expect(page.getByText('您已經由LINE確認身分')).toBeVisible()
  await expect(page.getByLabel('密碼', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /我已閱讀並了解/ }).check()
  await page.getByLabel('手機號碼', { exact: true }).fill(mobile)
  await page.getByRole('button', { name: '傳送驗證碼' }).click()
  await page.getByLabel('手機驗證碼', { exact: true }).fill(codeIn(await readMessage(page.request, mobile)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('就差一步：確認信箱')
  await page.goto(linkIn(await readMessage(page.request, `${login}@issuer.example`)))
  await expect(page).toHaveURL(/\/order\/check/)
  await expect(page.getByText(name)).toBeVisible()
})

test('D11 A6 A7 from arrival to the ticket a newcomer needs at most 12 taps and 8 fields', async ({ page, context, baseURL }) => {
  const { count, tap, type, tapped } = counting()
  const email = `arrives${Date.now() % 1e8}${randomInt(10, 99)}@example.com`
  const mobile = `09${String(randomInt(1e8)).padStart(8, '0')}`
  await speak(context, 'tw', baseURL!)
  await visit(page, '/')
  // Some days ahead: the hour that is offered first is near, and may begin, or be booked by another journey, while somebody registers.
  await tap(page.getByRole('navigation', { name: '日期' }).getByRole('link').nth(randomInt(3, 7)))
  // One of several: other journeys book at the same time.
  const times = page.getByRole('main').getByRole('button', { name: /^\d\d:00/ })
  await expect(times.first()).toBeVisible()
  await tap(times.nth(randomInt(await times.count())))
  const chosen = page.getByRole('group', { name: /的場地$/ }).locator('button[aria-pressed=true]')
  const name = (await chosen.locator('span').textContent())!
  await tap(page.getByRole('complementary', { name: '已選時段' }).getByRole('link', { name: '確認預約' }))
  await expect(page).toHaveURL(/\/order\/check/)
  await tap(page.getByRole('link', { name: '登入後送出' }))
  const waits = page.getByRole('main').getByRole('status').filter({ hasText: name })
  await expect(waits, 'the login says what waits').toContainText('尚未保留')
  await tap(page.getByRole('main').getByRole('link', { name: '免費註冊' }))
  await expect(waits, 'so does the registration').toContainText('尚未保留')
  await expectAccessible(page)

  await type(page.getByLabel('姓名', { exact: true }), '陳新來')
  await type(page.getByLabel('電子郵件', { exact: true }), email)
  await type(page.getByLabel('密碼', { exact: true }), 'green rice in the wind')
  await tap(page.getByRole('checkbox', { name: /我已閱讀並了解/ }))
  await type(page.getByLabel('手機號碼', { exact: true }), mobile)
  await tap(page.getByRole('button', { name: '傳送驗證碼' }))
  await type(page.getByLabel('手機驗證碼', { exact: true }), codeIn(await readMessage(page.request, mobile)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('就差一步：確認信箱')
  await expect(waits).toContainText('尚未保留')
  await expectAccessible(page)

  // The link of the mail opens in another tab of the same browser.
  const tab = await context.newPage()
  await tab.goto(linkIn(await readMessage(page.request, email)))
  tapped()
  await expect(tab).toHaveURL(/\/order\/check/)
  await expect(tab.getByText('信箱已確認，您已登入。')).toBeVisible()
  await expect(tab.getByText(name)).toBeVisible()
  expect(await tab.evaluate(() => localStorage.getItem('fieldhouse_target')), 'gone once used').not.toContain('/order/check')
  await expectAccessible(tab)
  await expect(tab.locator('form button[type=submit]')).not.toHaveAttribute('aria-busy')
  await tap(tab.locator('form button[type=submit]'))
  await tap(tab.getByRole('button', { name: '前往付款' }))
  await tap(tab.getByRole('button', { name: /^付款 NT\$/ }))
  await tap(tab.getByRole('link', { name: '入場票券' }))
  await expect(tab.getByText(name).first()).toBeVisible()
  await expect(tab.getByRole('img', { name: `${name} 的報到條碼` })).toBeVisible()

  expect(count.taps, 'taps').toBeLessThanOrEqual(12)
  expect(count.fields, 'fields').toBeLessThanOrEqual(8)
  expectAsWritten('A stranger: from the front door to the ticket', count)
})

import { expect, expectAccessible, logIn, newMember, readMessage, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

test('A28 a locker from the plan to paid to returned, with the keyboard', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  await logIn(page, member.email, member.secret)
  await visit(page, '/member/order/locker')
  await expect(page.getByRole('heading', { level: 1, name: '置物櫃' })).toBeVisible()
  await expectAccessible(page)

  // Every cabinet is one stop; arrows move in it, taken lockers are said and cannot be chosen.
  const cabinet = page.getByRole('grid', { name: '櫃號 B01–B20' })
  const free = cabinet.getByRole('gridcell', { name: /可租$/ }).first()
  const number = (await free.getAttribute('aria-label'))!.split(' ')[0]!
  await free.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(free).toBeFocused()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: `租用置物櫃 ${number}` })
  await expect(sheet.getByText('NT$650')).toBeVisible()
  await sheet.getByText('半年租 NT$800').click()
  await expect(sheet.getByText('NT$1,300')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: `租用 ${number}` }).click()

  const mine = page.getByRole('region', { name: `我的置物櫃 ${number}` })
  await expect(mine.getByText('待繳費')).toBeVisible()
  await expect(cabinet.getByRole('gridcell', { name: `${number} 標準櫃 我的` })).toBeVisible()
  expect((await readMessage(page.request, member.email, /已保留置物櫃/)).body).toContain('NT$1,300')
  await mine.getByRole('button', { name: '前往付款' }).click()
  await page.getByRole('button', { name: /^付款 NT\$/ }).click()
  await expect(page.getByText(`置物櫃 ${number}（標準櫃，半年租）`)).toBeVisible()

  await visit(page, '/member/order/locker')
  await expect(mine.getByText('租用中')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 'sideways').toBeLessThanOrEqual(0)

  await mine.getByRole('button', { name: '退租' }).click()
  const returning = page.getByRole('dialog', { name: `退租置物櫃 ${number}` })
  await expect(returning.getByText('將退還 NT$500')).toBeVisible()
  await returning.getByRole('button', { name: '已清空，確定退租' }).click()
  await expect(mine).toBeHidden()
  await expect(cabinet.getByRole('gridcell', { name: `${number} 標準櫃 可租` })).toBeVisible()
  await expect(page.getByText('已退租').first()).toBeVisible()

  await expect(async () => {
    await visit(page, '/member/order/refund')
    await expect(page.getByText('退還押金').first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 90_000 })
})

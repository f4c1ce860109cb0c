import { goToPay } from './booking.ts'
import { enterAsNewMember, expect, expectNothingSideways, expectAccessible, readMessage, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

test('A28 a locker from the plan to paid to returned, with the keyboard, and its deposit on the way back', async ({ page, baseURL }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  await visit(page, '/member/order/locker')

  // Filters the plan: standard lockers, and only the free ones.
  const filter = page.getByRole('navigation', { name: '篩選櫃位' })
  await filter.getByRole('link', { name: '標準櫃' }).click()
  await expect(page.getByRole('heading', { name: /^C 區/ })).toBeHidden()
  await filter.getByRole('link', { name: '只看可租' }).click()
  await expect(page).toHaveURL(/size=standard&only=free/)
  await expect(page.getByRole('gridcell', { name: /已租$/ })).toHaveCount(0)
  await filter.getByRole('link', { name: '只看可租' }).click()

  // Each cabinet is one tab stop; arrow keys move inside it; taken lockers are announced and cannot be chosen.
  const cabinet = page.getByRole('grid', { name: '櫃號 B01–B20' })
  await cabinet.getByRole('gridcell', { name: /已租$/ }).first().click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()
  const free = cabinet.getByRole('gridcell', { name: /可租$/ }).first()
  const number = (await free.locator('b').textContent())!
  await free.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(free).toBeFocused()
  await page.keyboard.press('Enter')

  // The sheet shows price, deposit and terms beside the button.
  const sheet = page.getByRole('dialog', { name: `租用置物櫃 ${number}` })
  await expect(sheet.getByRole('button', { name: `租用 ${number}，應繳 NT$650` })).toBeVisible()
  await sheet.getByRole('radio', { name: '半年租 NT$800' }).check()
  await expect(sheet.getByRole('list', { name: '租用須知' })).toContainText('退租時退還押金')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: `租用 ${number}，應繳 NT$1,300` }).click()

  const mine = page.getByRole('region', { name: `我的置物櫃 ${number}` })
  await expect(mine.getByText('待繳費')).toBeVisible()
  await expect(cabinet.getByRole('gridcell', { name: `${number} 標準櫃 我的` })).toBeVisible()
  expect((await readMessage(page.request, member.email, /已保留置物櫃/)).body).toContain('NT$1,300')
  await goToPay(page, mine.getByRole('button', { name: '前往付款' }))
  const title = `置物櫃 ${number}（標準櫃，半年租）、押金`
  await expect(page.getByText(title)).toBeVisible()
  await page.getByRole('button', { name: /^付款 NT\$/ }).click()
  await expect(page.getByRole('heading', { name: '繳費完成' })).toBeVisible()
  await expect(page.getByText(title)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '前往置物櫃' }).last().click()

  await expect(mine.getByText('租用中')).toBeVisible()
  await expect(mine.getByText('現在退租將退還 NT$500')).toBeVisible()
  await expectNothingSideways(page)
  await mine.getByRole('button', { name: '退租' }).click()
  const returning = page.getByRole('dialog', { name: `退租置物櫃 ${number}` })
  await expect(returning.getByText('將退還 NT$500')).toBeVisible()
  await returning.getByRole('button', { name: '已清空，確定退租' }).click()
  await expect(mine).toBeHidden()
  await expect(cabinet.getByRole('gridcell', { name: `${number} 標準櫃 可租` })).toBeVisible()
  await expect(page.getByRole('region', { name: '過去的租用' }).getByText('已退租')).toBeVisible()
  await readMessage(page.request, member.email, /已退租/)

  // Returning the locker refunds the deposit to the card without an application.
  await readMessage(page.request, member.email, /(已收到退費申請|已退費)：/)
  await visit(page, '/member/order/refund')
  const refund = page.getByRole('article').first()
  await expect(refund).toContainText(title)
  await expect(refund).toContainText('退還押金')
})

import { m } from '#i18n/generated/messages.js'
import { caller, findFree, goToPay, putInCart } from './booking.ts'
import { enterAsNewMember, expect, expectAccessible, expectNothingSideways, logIn, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const tw = { locale: 'tw' } as const
const en = { locale: 'en' } as const

test('a carrier is remembered, an invoice comes with the money, and a refund takes its part off, on a phone', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  await putInCart(page, [await findFree(page.request, 2, 5)])
  await visit(page, '/order/check')
  const buyer = page.locator('details').filter({ hasText: m.invoice_paper_invoice({}, tw) })
  await expect(buyer).toContainText(m.invoice_kind_member({}, tw))
  await buyer.locator('summary').click()
  await buyer.getByText(m.invoice_kind_mobile({}, tw), { exact: true }).click()
  await buyer.getByRole('textbox').fill('/abc+12')
  await buyer.getByRole('button', { name: m.invoice_buyer_save({}, tw) }).click()
  await expect(buyer).toContainText(m.problem_carrier_wrong({}, tw))
  await buyer.getByRole('textbox').fill('/abc+123')
  await expectAccessible(page)
  await buyer.getByRole('button', { name: m.invoice_buyer_save({}, tw) }).click()
  await expect(buyer).toContainText('/A••••23')
  await expectNothingSideways(page)
  await visit(page, '/order/check')
  await expect(buyer, 'remembered').toContainText('/A••••23')

  const me = await caller(page.request, member)
  const orderNo = await me.place(await findFree(page.request, 2, 6))
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await goToPay(page, page.getByRole('button', { name: '前往付款' }))
  await page.locator('button[value=card]').click()
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  const papers = page.getByRole('region', { name: m.invoice_papers({}, tw) })
  await expect(papers).toContainText(/FH-\d{8}/, { timeout: 30_000 })
  await papers.locator('summary').click()
  await expect(papers.getByRole('article')).toContainText(m.invoice_certificate({}, tw))
  await expectAccessible(page)
  await expectNothingSideways(page)
})

test('finance sees what was issued, makes one out anew, and the month agrees', async ({ page, context, baseURL }) => {
  await speak(context, 'en', baseURL!)
  await logIn(page, 'staff@example.com')
  await visit(page, '/staff/invoices?show=all')
  const rows = page.getByRole('table', { name: m.staff_screen_invoices({}, en) }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/FH-\d{8}/, { timeout: 60_000 })
  await expectAccessible(page)
  const row = rows.filter({ has: page.getByRole('button', { name: m.invoices_reissue({}, en) }) }).first()
  const number = /FH-\d{8}/.exec((await row.textContent())!)![0]
  await row.getByRole('button', { name: m.invoices_reissue({}, en) }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(m.invoice_kind_business({}, en), { exact: true }).click()
  await sheet.getByLabel(m.invoice_tax_id({}, en)).fill('04595257')
  await sheet.getByLabel(m.invoice_title({}, en)).fill('青禾股份有限公司')
  await sheet.getByRole('textbox', { name: m.invoices_reissue_reason({}, en) }).fill('統一編號錯誤')
  await sheet.getByRole('button', { name: m.invoices_reissue({}, en) }).click()
  await expect(sheet).toBeHidden()
  await visit(page, `/staff/invoices?show=all&keyword=${number.replace('-', '')}`)
  await expect(rows.nth(1)).toContainText(m.invoice_voided({}, en), { timeout: 20_000 })

  await visit(page, '/staff/invoices?show=month')
  await expect(page.getByRole('heading', { name: m.invoices_sums_papers({}, en) })).toBeVisible()
  await expectAccessible(page)
})

import { m } from '#i18n/generated/messages.js'
import { caller, findFree, goToPay, putInCart } from './booking.ts'
import { inDatabase } from './database.ts'
import { newMember, enterAsNewMember, expect, expectAccessible, expectNothingSideways, logIn, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const tw = { locale: 'tw' } as const
const en = { locale: 'en' } as const

test('a carrier is remembered, an invoice comes with the money, and a refund takes its part off @phone', async ({ page, baseURL }) => {
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
  // Phone and desktop share the site, and an invoice is made out anew once: one takes even numbers, the other odd ones.
  const ours = test.info().project.name === 'phone' ? /FH-\d{7}[02468]/ : /FH-\d{7}[13579]/
  const found = rows.filter({ has: page.getByRole('button', { name: m.invoices_reissue({}, en) }), hasText: ours }).first()
  const number = ours.exec((await found.textContent())!)![0]
  await rows
    .filter({ hasText: number })
    .getByRole('button', { name: m.invoices_reissue({}, en) })
    .click()
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
  await expect(page.getByRole('heading', { name: m.invoices_sums_papers({}, en), exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('Apple Pay on a phone in English: the invoice is donated, and half of the money back is an allowance @phone', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await enterAsNewMember(page, 'en', baseURL!)
  await putInCart(page, [await findFree(page.request, 4, 1)])
  await visit(page, '/order/check')
  const buyer = page.locator('details').filter({ hasText: m.invoice_paper_invoice({}, en) })
  await buyer.locator('summary').click()
  await buyer.getByText(m.invoice_kind_donation({}, en), { exact: true }).click()
  await buyer.getByRole('textbox').fill('999')
  await buyer.getByRole('button', { name: m.invoice_buyer_save({}, en) }).click()
  await expect(buyer, 'asked of the issuer').toContainText(m.problem_donation_unknown({}, en))
  await buyer.getByRole('textbox').fill('8585')
  await buyer.getByRole('button', { name: m.invoice_buyer_save({}, en) }).click()
  await expect(buyer).toContainText('8585')
  await expectNothingSideways(page)
  await page.getByRole('radio', { name: /^Apple Pay/ }).check()
  await page.locator('form button[type=submit]').click()

  await page.getByRole('button', { name: /^Go to payment: Apple Pay/ }).click()
  await expect(page.locator('button[value=applepay]')).toBeVisible()
  await expectAccessible(page)
  await page.locator('button[value=applepay]').click()
  await expect(page.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible()
  const orderNo = /F\d{6}[A-Z0-9]{7}/.exec((await page.getByRole('main').textContent())!)![0]
  const papers = page.getByRole('region', { name: m.invoice_papers({}, en) })
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await expect(papers).toContainText(/FH-\d{8}/, { timeout: 30_000 })
  await papers.locator('summary').click()
  await expect(papers.getByRole('article')).toContainText('8585')

  await visit(page, `/member/order/refund/apply?orderNo=${orderNo}`)
  await page.getByLabel(m.refund_reason({}, en)).fill('Away on business')
  await page.getByRole('button', { name: /^Cancel and refund NT\$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Yes, refund NT\$/ })
    .click()
  await expect(page.getByRole('article').first().getByText(m.refund_state_refunded({}, en)).first()).toBeVisible({ timeout: 30_000 })
  await expect(async () => {
    await visit(page, `/member/order/overview?orderNo=${orderNo}`)
    await papers.locator('summary').click()
    await expect(papers.getByRole('article')).toContainText(m.invoice_allowance({}, en), { timeout: 2000 })
  }).toPass({ timeout: 40_000 })
  await expectAccessible(page)
  await expectNothingSideways(page)
})

test('finance’s morning: an invoice that its issuer refuses waits, is tried again, and is made out to a tax id @phone', async ({
  page,
  context,
  baseURL,
}) => {
  const member = await newMember(page.request)
  // The barcode was given up since the member has saved it.
  await inDatabase(
    `insert into invoice_preferences (member_id, kind, code, changed_at) select id, 'mobile', '/NOBODY0', now() from members where email = $1`,
    [member.email],
  )
  await speak(context, 'tw', baseURL!)
  const orderNo = await (await caller(page.request, member)).place(await findFree(page.request, 3, 6))
  await logIn(page, member.email, member.secret)
  await visit(page, `/member/order/payment-complete?orderNo=${orderNo}`)
  await goToPay(page, page.getByRole('button', { name: '前往付款' }))
  await page.locator('button[value=card]').click()
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  await context.clearCookies()

  await page.setViewportSize({ width: 360, height: 780 })
  await speak(context, 'tw', baseURL!)
  await logIn(page, 'staff@example.com')
  const row = page.getByRole('row').filter({ hasText: orderNo })
  await expect(async () => {
    await visit(page, '/staff/invoices')
    await expect(row).toContainText('手機條碼錯誤', { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await expectAccessible(page)
  await expectNothingSideways(page)
  await row.getByRole('button', { name: m.invoices_try({}, tw), exact: true }).click()
  await expect(row, 'the issuer says it once more').toContainText('手機條碼錯誤', { timeout: 30_000 })
  await row.getByRole('button', { name: m.invoices_reissue({}, tw) }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(m.invoice_kind_business({}, tw), { exact: true }).click()
  await sheet.getByLabel(m.invoice_tax_id({}, tw)).fill('04595257')
  await sheet.getByLabel(m.invoice_title({}, tw)).fill('青禾股份有限公司')
  await sheet.getByRole('textbox', { name: m.invoices_reissue_reason({}, tw) }).fill('條碼已停用')
  await sheet.getByRole('button', { name: m.invoices_reissue({}, tw) }).click()
  await expect(sheet).toBeHidden()
  await expect(async () => {
    await visit(page, `/staff/invoices?show=all&keyword=${orderNo}`)
    await expect(row.filter({ hasText: '04595257' })).toContainText(/FH-\d{8}/, { timeout: 2000 })
  }).toPass({ timeout: 40_000 })
  await visit(page, '/staff/invoices')
  await expect(row, 'nothing of it waits').toHaveCount(0)
})

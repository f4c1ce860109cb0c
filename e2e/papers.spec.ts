import { m } from '#i18n/generated/messages.js'
import { readPdf } from '#testing/read-pdf.ts'
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { caller, findFree, goToPay } from './booking.ts'
import { enterAsNewMember, expect, expectAccessible, expectNothingSideways, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const tw = { locale: 'tw' } as const

async function saved(page: Page, button: string, within = page.locator('main')) {
  const downloading = page.waitForEvent('download')
  await within.getByRole('button', { name: button }).first().click()
  const download = await downloading
  return { name: download.suggestedFilename(), pdf: await readPdf(await readFile(await download.path())) }
}

test('a member saves what they booked and paid, in their language and in both, and reads it', async ({ page, baseURL }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  const period = await findFree(page.request, 2, 7)
  const orderNo = await (await caller(page.request, member)).place(period)
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await goToPay(page, page.getByRole('button', { name: '前往付款' }))
  await page.locator('button[value=card]').click()
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await expectAccessible(page)
  await expectNothingSideways(page)

  const own = await saved(page, m.paper_download({}, tw))
  expect(own.name).toBe(`預約確認單 ${orderNo}.pdf`)
  expect(own.pdf).toMatchObject({ title: '預約確認單', lang: 'zh-Hant-TW', isMarked: true })
  for (const said of [orderNo, period.court, m.pay_way_card({}, tw)]) expect(own.pdf.text).toContain(said)

  const both = await saved(page, m.paper_download_both({}, tw))
  expect(both.name, 'beside the one in one language').toBe(`預約確認單 Booking confirmation ${orderNo}.pdf`)
  for (const said of [orderNo, period.court, '合計', 'Total']) expect(both.pdf.text).toContain(said)

  await visit(page, `/member/order/ticket?orderNo=${orderNo}`)
  await expectAccessible(page)
  const ticket = await saved(page, m.paper_download({}, tw))
  expect(ticket.name).toBe(`入場票券 ${orderNo}.pdf`)
  const letters = (
    await page
      .locator('article b')
      .filter({ hasText: /^[2-9A-Z]{4} [2-9A-Z]{4}$/ })
      .first()
      .innerText()
  ).trim()
  for (const said of [orderNo, period.court, letters]) expect(ticket.pdf.text).toContain(said)

  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  const invoices = page.getByRole('region', { name: m.invoice_papers({}, tw) })
  await expect(invoices).toContainText(/FH-\d{8}/, { timeout: 30_000 })
  await invoices.locator('summary').click()
  await expectAccessible(page)
  const invoice = await saved(page, m.paper_download({}, tw), invoices)
  expect(invoice.name).toMatch(/^電子發票資料 FH-\d{8}\.pdf$/)
  for (const said of [orderNo, m.invoice_random_code({}, tw), 'www.einvoice.nat.gov.tw']) expect(invoice.pdf.text).toContain(said)
})

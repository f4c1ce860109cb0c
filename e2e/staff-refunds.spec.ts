import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { dayIn } from './booking.ts'
import { enterConsole, expect, expectAccessible, looksRight, newMember, speak, test, visit } from './journey.ts'

type Json = Record<string, any>

/** Calls of the staff member who is logged in on this page. */
async function callsOf(page: Page) {
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
  const headers = (key: string) => ({ authorization: `Bearer ${token}`, 'idempotency-key': key })
  return {
    get: async (path: string): Promise<Json> => (await page.request.get(path, { headers: headers('x') })).json(),
    async post(path: string, data: object, key = 'x'): Promise<Json> {
      const answer = await page.request.post(path, { headers: headers(key), data })
      expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
      return answer.status() === 204 ? {} : answer.json()
    },
  }
}

type Refund = { refundNo: string; amount: number }

/** Refunds by transfer of one person: sold at the desk, cancelled in full, and routed to an account that was shown. */
async function transfersOf(page: Page, personId: string, count: number): Promise<Refund[]> {
  const { get, post } = await callsOf(page)
  const { courts } = await get(`/api/Staff/Counter/Schedule?facility=TT&day=${dayIn(24)}`)
  const free = courts
    .flatMap((court: Json) => court['cells'].map((cell: Json) => ({ ...cell, venue2ndId: court['id'] })))
    .filter((cell: Json) => cell['state'] === 'free')
  expect(free.length).toBeGreaterThanOrEqual(count)
  const sell = async ({ venue2ndId, start, end, price }: Json) => {
    const payment = { way: 'terminal', tillId: null, reference: 'SLIP' }
    const sale = { memberId: personId, items: [{ venue2ndId, start, end }], amount: price, payment }
    const { orderNo } = await post('/api/Staff/Counter/Sale', sale, `${personId} ${venue2ndId} ${start}`)
    const { items } = await get(`/api/Staff/Order/${orderNo}`)
    const cancelled = items.map(({ id, moves }: Json) => ({ id, moves }))
    await post('/api/Staff/Order/Cancel', { orderNo, items: cancelled, refund: 'full', reason: '設備檢修' })
  }
  for (let n = 0; n < count; n += 3) await Promise.all(free.slice(n, Math.min(n + 3, count)).map(sell))
  let refunds: Refund[] = []
  await expect(async () => {
    refunds = (await get(`/api/Staff/Refund/Search?person=${personId}&status=approved`))['items']
    expect(refunds).toHaveLength(count)
  }).toPass({ timeout: 15_000 })
  const account = { way: 'transfer', bankCode: '007', bankAccount: '0123-4567-8901', accountName: '王大明' }
  for (let n = 0; n < count; n += 3)
    await Promise.all(
      refunds.slice(n, n + 3).map(({ refundNo }) => post('/api/Staff/Payment/Refund', { refundNo, ...account }, `routed ${refundNo}`)),
    )
  return refunds
}

const sumOf = (refunds: Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)
/** The bank's list, as its page is copied: the amount of one line may be off. */
const statementOf = (refunds: Refund[], wrong?: string) =>
  [
    '日期\t備註\t支出\t餘額',
    ...refunds.map(({ refundNo, amount }) => `2026/11/16\t${refundNo}\t${amount + (refundNo === wrong ? 1 : 0)}\t99`),
  ].join('\n')

test('thirty transfers become a batch and a file, and a pasted statement with one amount wrong pays the others @desk', async ({
  page,
  openSite,
}) => {
  test.slow()
  await enterConsole(page, openSite)
  await visit(page, '/staff')
  const { id } = await newMember(page.request, { name: '王大明' })
  const refunds = await transfersOf(page, id, 30)
  const all = formatMoney(sumOf(refunds))

  // Into a batch, by keyboard; then the file for the bank.
  await visit(page, `/staff/refunds?tab=transfers&person=${id}`)
  await expect(page.getByText(m.refunds_ready_sum({ count: 30, amount: all }, { locale: 'tw' }))).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: m.refunds_batch_take({}, { locale: 'tw' }) }).press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(all)).toBeVisible()
  await sheet.getByRole('button', { name: m.refunds_batch_take({}, { locale: 'tw' }) }).press('Enter')
  const taken = await sheet.getByRole('status').textContent()
  const batch = Number(/\d+/.exec(taken ?? '')![0])
  await expectAccessible(page)
  await sheet.getByRole('button', { name: m.refunds_close({}, { locale: 'tw' }) }).press('Enter')
  await expect(page.getByText(m.refunds_ready_none({}, { locale: 'tw' }))).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: m.refunds_bank_file_of({ batch }, { locale: 'tw' }) }).press('Enter')
  const file = await saving
  expect(file.suggestedFilename()).toBe(`bank-batch-${batch}.csv`)

  // The bank's list is pasted: 29 match, one has another amount and stays.
  const wrong = refunds[7]!
  await page.getByRole('button', { name: m.statement_paste({}, { locale: 'tw' }) }).press('Enter')
  await sheet.getByLabel(m.statement_text({}, { locale: 'tw' })).fill(statementOf(refunds, wrong.refundNo))
  await sheet.getByRole('button', { name: m.statement_check({}, { locale: 'tw' }) }).press('Enter')
  const attention = sheet.getByRole('region', { name: m.statement_attention({}, { locale: 'tw' }) })
  await expect(attention.first()).toContainText(wrong.refundNo)
  await expect(attention.first()).toContainText(m.statement_amount_differs({}, { locale: 'tw' }))
  await looksRight(page)
  await sheet.getByRole('button', { name: m.statement_confirm({ count: 29 }, { locale: 'tw' }) }).press('Enter')
  const rest = formatMoney(sumOf(refunds) - wrong.amount)
  await expect(sheet.getByText(m.statement_paid({ count: 29, amount: rest }, { locale: 'tw' }))).toBeVisible()
  await expect(sheet.getByText(wrong.refundNo)).toBeVisible()

  // In English at 768: the one that is left is found by its batch; the bank sent it back.
  await page.setViewportSize({ width: 768, height: 1000 })
  await speak(page.context(), 'en', openSite)
  const say = { locale: 'en' } as const
  await visit(page, `/staff/refunds?tab=all&batch=${batch}&status=processing`)
  const link = page.getByRole('link', { name: wrong.refundNo })
  await link.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: wrong.refundNo })
  await expect(panel.getByRole('heading', { name: wrong.refundNo })).toBeFocused()
  await looksRight(page)
  await panel.getByRole('button', { name: m.refunds_mark_failed({}, say) }).press('Enter')
  await sheet.getByRole('button', { name: m.refunds_failed_closed({}, say) }).press('Enter')
  await expect(sheet.getByRole('textbox', { name: m.person_reason({}, say) })).toHaveValue(m.refunds_failed_closed({}, say))
  await sheet.getByRole('button', { name: m.refunds_mark_failed({}, say) }).press('Enter')
  await expect(panel.getByText(m.refund_state_failed({}, say)).first()).toBeVisible()
  await visit(page, `/staff/refunds?tab=all&batch=${batch}&status=processing`)
  await expect(page.getByText(m.refunds_none_found({}, say))).toBeVisible()
})

import { expect, it } from 'vitest'
import { readRefund } from '#modules/refunds/read-refund.ts'
import { openRefundFixture } from '#testing/refund-fixture.ts'
import { speakIn } from './language-rules.ts'
import { refundBlocks } from './refund-paper.ts'

it('of a card and of a number that was paid by transfer, says that the second goes back by transfer', async () => {
  const fixture = await openRefundFixture()
  try {
    const now = new Date('2026-11-16T10:00:00+08:00')
    const asked = await fixture.asked(now, { items: 2 })
    await fixture.withTwoCards(asked, now)
    await fixture.db.updateTable('payment_attempts').set({ method: 'atm' }).where('trade_no', '=', `second${asked.refundNo}`).execute()
    const read = await readRefund({ db: fixture.db, catalogues: fixture.asking.catalogues }, asked.refundNo)
    if (!read.ok) throw new Error(read.refusal.code)
    expect(read.value.way).toBe('card')
    const [facts] = refundBlocks(read.value, '', speakIn(['tw']))
    expect(JSON.stringify(facts)).toContain('"退回原付款方式 NT$300\\n銀行匯款 NT$300"')
  } finally {
    await fixture.close()
  }
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { at } from '#testing/orders.ts'
import { accountOf, mailAbout, paidAtGateway, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let manager: TestMember
let finance: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
  finance = await service.newMember({ role: 'finance' })
})
afterAll(() => service.close())

let hour = 6
/** An hour of its own, paid at a bank, asked back to this account. */
async function asked(as: TestMember, different: { accountName?: string } = {}): Promise<string> {
  const { orderNo } = await paidAtGateway(service, as, [at(1 + (hour % 8), 20, 6 + Math.floor(hour++ / 8))], 'atm')
  const { body } = await service.call('POST', '/api/Order/Refund2', { as, body: { orderNo, ...(await accountOf(service, as, different)) } })
  return body.refundNo
}
const staff = (as: TestMember, path: string, body: object) => service.call('POST', `/api/Staff/Refund/${path}`, { as, body })
const transfers = async (query = '') => (await service.call('GET', `/api/Staff/Refund/Transfers.csv${query}`, { as: finance })).text
const ledger = () => service.db.selectFrom('ledger').select('amount').where('kind', '=', 'refund').execute()

describe('a decision of staff', () => {
  it('approves: the refund is then to be transferred', async () => {
    const me = await service.newMember()
    const refundNo = await asked(me, { accountName: '家人' })
    expect(await transfers()).not.toContain(refundNo)
    const waiting = (await staff(manager, 'List', { status: 'requested' })).body
    expect(waiting.items).toMatchObject([{ refundNo, memberAccount: me.account, paidBy: 'atm', account: { bankAccount: '012345678901' } }])
    expect((await staff(manager, 'Review', { refundNo, decision: 'approve' })).status).toBe(204)
    expect(await staff(manager, 'Review', { refundNo, decision: 'approve' })).toMatchObject({
      status: 409,
      body: { code: 'already_reviewed' },
    })
    expect(await transfers()).toContain(refundNo)
  })

  it('refuses only with a reason; the money stays owed, and the member names another account', async () => {
    const me = await service.newMember()
    const refundNo = await asked(me, { accountName: '家人' })
    expect((await staff(manager, 'Review', { refundNo, decision: 'refuse' })).status).toBe(422)
    await staff(manager, 'Review', { refundNo, decision: 'refuse', reason: '存摺看不清楚' })
    const rejected = await refundIn(service, me, refundNo, 'rejected')
    expect(rejected).toMatchObject({ nextWays: ['bank'] })
    expect(rejected.steps.at(-1)).toMatchObject({ note: '存摺看不清楚' })
    const mail = await mailAbout(service, me.email, '退費未通過')
    expect(mail.body).toContain('存摺看不清楚')
    const again = await service.call('POST', '/api/Order/Refund/Account', { as: me, body: { refundNo, ...(await accountOf(service, me)) } })
    expect(again.body).toMatchObject({ status: 'approved' })
    const told = await sql<{ kind: string }>`select e.payload ->> 'kind' as kind from outbox e join refunds r on r.id = e.subject_id
      where r.refund_no = ${refundNo} order by e.id`.execute(service.db)
    expect(told.rows.map(({ kind }) => kind).slice(-2), 'that it goes on after all').toEqual(['rejected', 'requested'])
  })
})

describe('finance', () => {
  it('takes a batch that nobody else can take, and marks each transfer as paid once', async () => {
    const me = await service.newMember()
    const [first, second] = [await asked(me), await asked(me)]
    const batches = await Promise.all([1, 2, 3].map(() => staff(finance, 'Batch', {})))
    const taken = batches.map(({ body }) => body).filter(({ batchNo }) => batchNo !== null)
    // A batch taken at the same moment has other transfers, or none.
    const files = await Promise.all(taken.map(({ batchNo }) => transfers(`?batch=${batchNo}`)))
    for (const refundNo of [first, second]) expect(files.filter((file) => file.includes(refundNo))).toHaveLength(1)
    expect(await refundIn(service, me, first, 'processing')).toMatchObject({ nextWays: [] })

    const before = (await ledger()).length
    const marks = await Promise.all([1, 2, 3, 4].map(() => staff(finance, 'Paid', { refundNo: first, note: '11/16 轉帳' })))
    expect(marks.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409])
    expect(await ledger()).toHaveLength(before + 1)
    await refundIn(service, me, first, 'refunded')

    expect((await staff(finance, 'Failed', { refundNo: second, reason: '帳號已結清' })).status).toBe(204)
    expect(await refundIn(service, me, second, 'failed')).toMatchObject({ nextWays: ['bank'] })
    expect(await transfers()).not.toContain(second)
  })

  it('gets a CSV in UTF-8 with a byte order mark, whole account numbers, and formulas as text', async () => {
    const me = await service.newMember()
    const refundNo = await asked(me, { accountName: '=HYPERLINK("https://evil.example","x")' })
    await staff(manager, 'Review', { refundNo, decision: 'approve' })
    const answer = await service.call('GET', '/api/Staff/Refund/Transfers.csv', { as: finance })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('transfers-2026-11-15.csv')
    const line = answer.text.split('\r\n').find((one) => one.includes(refundNo))!
    expect(line).toContain('007-012345678901')
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`)
    const bytes = new Uint8Array(
      await (
        await service.app.request('/api/Staff/Refund/Transfers.csv', { headers: { authorization: `Bearer ${finance.token}` } })
      ).arrayBuffer(),
    )
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  })

  it('cannot mark a refund without decision, without account, or to a card', async () => {
    const me = await service.newMember()
    const open = await asked(me, { accountName: '家人' })
    expect(await staff(finance, 'Paid', { refundNo: open })).toMatchObject({ status: 409, body: { code: 'refund_not_under_way' } })
    const { orderNo } = await paidAtGateway(service, me, [at(8, 18, 20)], 'card-sulking')
    const { body } = await service.call('POST', '/api/Order/Refund', { as: me, body: { orderNo } })
    await refundIn(service, me, body.refundNo, 'failed')
    expect(await staff(finance, 'Paid', { refundNo: body.refundNo })).toMatchObject({ status: 409 })
    expect(await staff(finance, 'Paid', { refundNo: 'R2611152222222' })).toMatchObject({ status: 404 })
    expect((await staff(finance, 'Retry', { refundNo: body.refundNo })).status).toBe(204)
    await refundIn(service, me, body.refundNo, 'refunded')
  })
})

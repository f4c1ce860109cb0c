import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRules, writeRules } from '#modules/settings/store.ts'
import type { Rules } from '#modules/settings/rules-wire.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { at } from '#testing/orders.ts'
import { accountOf, mailAbout, paidAtGateway, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
let manager: TestMember
let finance: TestMember
let admin: TestMember
let me: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
  finance = await service.newMember({ role: 'finance' })
  admin = await service.newMember({ role: 'admin' })
  me = await service.newMember()
})
afterAll(() => service.close())

let hour = 0
/** An hour of its own, paid at a bank or by card, asked back. */
async function asked(different: { accountName?: string } = {}, as = me, way: 'atm' | 'card' = 'atm'): Promise<string> {
  const { orderNo } = await paidAtGateway(service, as, [at(1 + (hour % 8), 20, 6 + Math.floor(hour++ / 8))], way)
  const account = await accountOf(service, as, different)
  return (await service.call('POST', way === 'atm' ? '/api/Order/Refund2' : '/api/Order/Refund', { as, body: { orderNo, ...account } }))
    .body.refundNo
}
const post = (as: TestMember, path: string, body: object = {}) => service.call('POST', `/api/Staff/Refund/${path}`, { as, body })
const get = async (as: TestMember, path: string) => (await service.call('GET', `/api/Staff/Refund/${path}`, { as })).body
const story = (refundNo: string, as = finance) => get(as, `Story/${refundNo}`)
const setTransfers = async (change: Partial<Rules['transfers']>) => {
  const { transfers } = await readRules(service.db)
  await writeRules(service.db, { transfers: { ...transfers, ...change } }, null, service.clock.now())
}
const numbers = (items: { refundNo: string }[]) => items.map(({ refundNo }) => refundNo)
const audited = (refundNo: string) =>
  service.db.selectFrom('audit_log').select(['action', 'member_id as by']).where('subject_id', '=', refundNo).orderBy('at').execute()
/** The gateway never said how it ended. */
const makeUnclear = async (refundNo: string) => {
  const values = { state: 'processing', unclear: true, failure: 'timeout', tries: 1 }
  await service.db.updateTable('refunds').set(values).where('refund_no', '=', refundNo).execute()
}
/** A card refund whose answer was unclear. */
async function unclear(): Promise<string> {
  const refundNo = await asked({}, me, 'card')
  await refundIn(service, me, refundNo, 'refunded')
  const { id } = await service.db.selectFrom('refunds').select('id').where('refund_no', '=', refundNo).executeTakeFirstOrThrow()
  // As if the answer had been lost: the ledger does not know of it.
  await service.db.deleteFrom('ledger').where('cause', '=', `refund:${id}`).execute()
  const dues = service.db.selectFrom('refund_items').select('due_id').where('refund_id', '=', id)
  await service.db.updateTable('refunds_due').set({ done_at: null }).where('id', 'in', dues).execute()
  await makeUnclear(refundNo)
  return refundNo
}

/** What badge and tile count, and what the tabs count together. */
async function counted(): Promise<{ badge: number; tabs: number[] }> {
  const { queues } = (await service.call('GET', '/api/Staff/Waiting', { as: finance })).body
  const tabs = [(await get(finance, 'Queue')).count, (await get(finance, 'Ready')).count, (await get(finance, 'Batches')).open]
  return { badge: queues.find(({ queue }: { queue: string }) => queue === 'refunds').count, tabs }
}

describe('the queue of refunds', () => {
  it('has what needs somebody: unclear answers, then decisions, then second signatures; no accounts', async () => {
    await setTransfers({ secondPersonAbove: 250 })
    const signature = await asked()
    const decision = await asked({ accountName: '家人' })
    const answer = await unclear()
    const queue = await get(manager, 'Queue')
    expect(queue.items.map(({ refundNo, need }: any) => [refundNo, need])).toEqual([
      [answer, 'answer'],
      [decision, 'decision'],
      [signature, 'signature'],
    ])
    expect(queue).toMatchObject({ count: 3, amount: 900 })
    expect(JSON.stringify(queue)).not.toContain('012345678901')
    expect((await get(finance, 'Ready')).items).toEqual([])
    expect(await counted()).toEqual({ badge: 3, tabs: [3, 0, 0] })
    await setTransfers({ secondPersonAbove: 0 })
    expect(numbers((await get(finance, 'Ready')).items)).toEqual([signature])
    expect(await counted()).toEqual({ badge: 3, tabs: [2, 1, 0] })
    await post(finance, 'Batch')
    expect(await counted(), 'a line of a batch that is not paid').toEqual({ badge: 3, tabs: [2, 0, 1] })
    await post(finance, 'Paid', { refundNo: signature })
    expect(await counted()).toEqual({ badge: 2, tabs: [2, 0, 0] })
    await post(manager, 'Review', { refundNo: decision, decision: 'refuse', reason: '非本人帳戶' })
    await post(finance, 'Resolve', { refundNo: answer, outcome: 'arrived', note: '後台顯示成功' })
    expect((await get(manager, 'Queue')).items).toEqual([])
  })

  it('keeps what was decided findable, with who and when', async () => {
    const refundNo = await asked({ accountName: '家人' })
    await post(manager, 'Review', { refundNo, decision: 'refuse', reason: '存摺看不清楚' })
    const { name } = await service.db.selectFrom('members').select('name').where('id', '=', manager.id).executeTakeFirstOrThrow()
    const found = await get(finance, `Search?status=rejected&q=${refundNo}`)
    expect(found.items).toMatchObject([{ refundNo, status: 'rejected', changedBy: name }])
    const { orderNo, person } = found.items[0]
    for (const query of [`order=${orderNo}`, `person=${person.id}&status=rejected`, `q=${orderNo.slice(0, 9)}`, `day=2026-11-15&way=bank`])
      expect(numbers((await get(finance, `Search?${query}`)).items), query).toContain(refundNo)
    for (const query of [`order=F261115ZZZZZZZ`, 'day=2026-11-14', 'batch=999', 'q=nobody', 'way=cash'])
      expect((await get(finance, `Search?${query}`)).items, query).toEqual([])
    const told = await story(refundNo, manager)
    expect(told.steps.at(-1)).toMatchObject({ status: 'rejected', note: '存摺看不清楚', by: name, byMember: false })
    expect(told.account).toMatchObject({ bankAccount: '012345678901' })
  })

  it('writes down who saw a bank account, once for a look that lasts', async () => {
    const refundNo = await asked()
    for (const as of [finance, finance, manager]) await story(refundNo, as)
    const looks = (await audited(refundNo)).filter(({ action }) => action === 'bank_account.viewed')
    expect(looks.map(({ by }) => by)).toEqual([finance.id, manager.id])
    await post(finance, 'Batch')
    await post(finance, 'Failed', { refundNo, reason: '帳號錯誤' })
  })

  it('says who was faster', async () => {
    const refundNo = await asked({ accountName: '家人' })
    await post(manager, 'Review', { refundNo, decision: 'approve' })
    const { name } = await service.db.selectFrom('members').select('name').where('id', '=', manager.id).executeTakeFirstOrThrow()
    const late = await post(finance, 'Review', { refundNo, decision: 'refuse', reason: 'x' })
    expect(late).toMatchObject({ status: 409, body: { code: 'already_reviewed', by: name } })
    await post(finance, 'Paid', { refundNo })
  })
})

describe('a card refund without a clear answer', () => {
  it('shows what was tried, and may be called arrived only with what was seen', async () => {
    const refundNo = await unclear()
    expect(await story(refundNo)).toMatchObject({
      need: 'answer',
      unclear: true,
      failure: 'timeout',
      mayBecomeTransfer: true,
      trade: { amount: 300 },
      tries: [{ number: 1 }],
    })
    expect((await post(finance, 'Resolve', { refundNo, outcome: 'arrived', note: '' })).status).toBe(422)
    expect(await post(finance, 'Resolve', { refundNo, outcome: 'arrived', note: '後台 11/15 已退' })).toMatchObject({ status: 200 })
    await refundIn(service, me, refundNo, 'refunded')
    expect(await post(finance, 'Resolve', { refundNo, outcome: 'again' })).toMatchObject({
      status: 409,
      body: { code: 'refund_not_unclear' },
    })
  })

  it('goes to the card again, or to an account that the member is asked for', async () => {
    const again = await unclear()
    await service.db.deleteFrom('refund_tries').execute()
    expect((await post(finance, 'Resolve', { refundNo: again, outcome: 'again', note: '後台沒有紀錄' })).body).toEqual({
      waitsForSecond: false,
    })
    expect((await audited(again)).map(({ action }) => action)).toContain('refund.retried')
    const transfer = await unclear()
    await post(finance, 'Resolve', { refundNo: transfer, outcome: 'transfer', note: '' })
    expect(await refundIn(service, me, transfer, 'approved')).toMatchObject({ way: 'bank', account: null, nextWays: ['card', 'bank'] })
    await mailAbout(service, me.email, '退費')
    const account = await accountOf(service, me)
    await service.call('POST', '/api/Order/Refund/Account', { as: me, body: { refundNo: transfer, ...account } })
    await post(finance, 'Batch')
    await post(finance, 'Paid', { refundNo: transfer })
  })
})

describe('two people', () => {
  it('agree to a transfer above the amount, and nobody to their own', async () => {
    await setTransfers({ secondPersonAbove: 299 })
    const refundNo = await asked()
    expect((await post(finance, 'Sign', { refundNo })).body).toEqual({ complete: false })
    expect(await post(finance, 'Sign', { refundNo })).toMatchObject({ status: 409, body: { code: 'signed_by_you' } })
    expect((await post(finance, 'Batch')).body).toMatchObject({ batchNo: null, unsigned: [refundNo] })
    expect(await post(finance, 'Paid', { refundNo })).toMatchObject({ status: 409, body: { code: 'needs_second_person' } })
    expect((await story(refundNo)).signatures).toMatchObject([{ isYou: true }])
    expect((await post(manager, 'Sign', { refundNo })).body).toEqual({ complete: true })
    expect(await post(admin, 'Sign', { refundNo })).toMatchObject({ status: 409, body: { code: 'nothing_to_sign' } })
    expect((await audited(refundNo)).filter(({ action }) => action === 'refund.signed').map(({ by }) => by)).toEqual([
      finance.id,
      manager.id,
    ])
    expect((await post(finance, 'Batch')).body).toMatchObject({ count: 1, amount: 300 })
    const own = await asked({}, manager)
    expect(await post(manager, 'Sign', { refundNo: own })).toMatchObject({ status: 403, body: { code: 'own_refund' } })
    const both = await service.newMember({ roles: ['manager', 'finance'] })
    const another = await asked()
    expect((await post(both, 'Sign', { refundNo: another })).body, 'two roles of one person are one signature').toEqual({ complete: false })
    expect(await post(both, 'Sign', { refundNo: another })).toMatchObject({ status: 409, body: { code: 'signed_by_you' } })
    await setTransfers({ secondPersonAbove: 0 })
    for (const each of [refundNo, own, another]) await post(finance, 'Paid', { refundNo: each })
  })
})

describe('a batch', () => {
  it('becomes a file in the format of the bank; what does not fit stays, and is named', async () => {
    await setTransfers({ encoding: 'big5', header: false, separator: 'semicolon' })
    const fits = await asked()
    const lacking = await asked({ accountName: '王喆' })
    await post(manager, 'Review', { refundNo: lacking, decision: 'approve' })
    const { body } = await post(finance, 'Batch')
    expect(body).toMatchObject({ count: 1, problems: [{ refundNo: lacking, kind: 'holder', code: 'not_in_encoding', characters: '喆' }] })
    expect(numbers((await get(finance, 'Ready')).items)).toEqual([lacking])
    const path = `/api/Staff/Refund/BankFile?batch=${body.batchNo}`
    const file = await service.app.request(path, { headers: { authorization: `Bearer ${finance.token}` } })
    expect(file.headers.get('content-disposition')).toContain(`bank-batch-${body.batchNo}.csv`)
    const { name } = await service.db.selectFrom('members').select('name').where('id', '=', me.id).executeTakeFirstOrThrow()
    expect(new TextDecoder('big5').decode(await file.arrayBuffer())).toBe(`${fits};007;012345678901;${name};300\r\n`)
    expect(numbers((await get(finance, `Search?batch=${body.batchNo}`)).items)).toEqual([fits])
    // A narrower format afterwards: refused whole, and it says why.
    await setTransfers({ layout: 'fixed', columns: (await readRules(service.db)).transfers.columns.map((one) => ({ ...one, width: 5 })) })
    expect(await service.call('GET', path, { as: finance })).toMatchObject({
      status: 422,
      body: {
        code: 'transfers_not_writable',
        problems: [{ code: 'too_long', refundNo: fits, kind: 'reference' }, { kind: 'account' }, { kind: 'holder' }],
      },
    })
    expect(await service.call('GET', '/api/Staff/Refund/BankFile?batch=9999', { as: finance })).toMatchObject({ status: 404 })
    for (const refundNo of [fits, lacking]) await post(finance, 'Paid', { refundNo })
    expect(await service.call('GET', path, { as: finance })).toMatchObject({ status: 409, body: { code: 'batch_settled' } })
    expect((await get(finance, 'Batches')).items.find(({ batchNo }: any) => batchNo === body.batchNo)).toMatchObject({
      transfers: 1,
      amount: 300,
      open: 0,
      paid: 1,
    })
    await setTransfers({ layout: 'separated', encoding: 'utf-8-bom', header: true, separator: 'comma' })
  })

  it('is paid by the bank’s statement: what matches once, what does not is shown and stays', async () => {
    const transfers = [await asked(), await asked(), await asked()]
    expect((await post(finance, 'Batch', { refundNos: ['R261115ZZZZZZZ'] })).body).toMatchObject({ batchNo: null })
    expect(numbers((await get(finance, `Ready?person=${me.id}`)).items).toSorted()).toEqual(transfers.toSorted())
    expect((await get(finance, `Ready?person=${admin.id}`)).items).toEqual([])
    const { body: batch } = await post(finance, 'Batch', { refundNos: transfers })
    const [first, second, third] = transfers
    const text = `日期\t備註\t支出\n11/16\t${first}\t300\n11/16\t${second}\t299\n11/16\t${third}\t300\n11/16\t${third}\t300\n11/16\tR261115ZZZZZZZ\t1`
    const checked = (await post(finance, 'Statement', { text })).body.lines
    expect(checked.map(({ kind }: any) => kind)).toEqual(['no-reference', 'matched', 'amount-differs', 'matched', 'doubled', 'unknown'])
    const payments = checked.filter(({ kind }: any) => kind === 'matched').map(({ refundNo, amount }: any) => ({ refundNo, amount }))
    expect((await post(finance, 'Statement/Pay', { payments, note: '11/16 對帳單' })).body).toEqual({
      paid: 2,
      amount: 600,
      alreadyPaid: [],
      left: [],
    })
    expect((await post(finance, 'Statement/Pay', { payments })).body).toMatchObject({ paid: 0, alreadyPaid: [first, third] })
    expect((await post(finance, 'Statement', { text })).body.lines[1]).toMatchObject({ kind: 'already-paid' })
    expect(await refundIn(service, me, first!, 'refunded')).toMatchObject({ amount: 300 })
    expect((await get(finance, 'Batches')).items[0]).toMatchObject({ batchNo: batch.batchNo, open: 1, openAmount: 300, paid: 2 })
    const entries = await service.db.selectFrom('audit_log').select('after').where('action', '=', 'transfers.paid').execute()
    expect(entries).toMatchObject([{ after: { count: 2, amount: 600, refunds: [first, third] } }])
    expect((await post(finance, 'Statement', { text: `${'x\n'.repeat(2001)}y` })).status).toBe(422)
    expect((await post(finance, 'Statement', { text: '  ' })).status).toBe(422)
  })
})

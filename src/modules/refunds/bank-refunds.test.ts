import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, type TestService, type TestMember } from '#testing/test-service.ts'
import { newClub } from '#testing/clubs.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { accountOf, mailAbout, paidAtGateway, passbookOf, refundCalls, refundIn } from '#testing/refunds.ts'
import { smallCentre } from '#testing/small-centre.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const { check, refund, refund2, order } = refundCalls(() => service)

describe('B41: by transfer', () => {
  it('is the only way for an order paid at a bank, and stores the passbook', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(2, 20, 9)], 'atm')
    expect((await check(me, orderNo)).body.ways).toEqual(['bank'])
    expect(await refund(me, { orderNo })).toMatchObject({ status: 422, body: { code: 'needs_bank_account' } })
    const account = await accountOf(service, me)
    const asked = await refund2(me, { orderNo, reason: '下雨', ...account })
    expect(asked.body).toMatchObject({ status: 'approved', way: 'bank', amount: 300, account: { accountName: account.accountName } })
    const file = await service.db.selectFrom('files').select('kept_at').where('id', '=', account.passbookFileId).executeTakeFirstOrThrow()
    expect(file.kept_at).not.toBeNull()
    expect((await service.call('POST', '/api/Order/Refund/List', { as: me, body: {} })).body).toMatchObject({
      total: 1,
      items: [{ orderNo }],
    })
  })

  it('needs a decision when the account is in another name, or when a card paid', async () => {
    const me = await service.newMember()
    const byBank = await paidAtGateway(service, me, [at(2, 20, 10)], 'atm')
    const stranger = await accountOf(service, me, { accountName: '陌生人' })
    expect((await refund2(me, { orderNo: byBank.orderNo, ...stranger })).body).toMatchObject({ status: 'requested' })
    const byCard = await paidAtGateway(service, me, [at(2, 20, 11)])
    expect((await refund2(me, { orderNo: byCard.orderNo, ...(await accountOf(service, me)) })).body).toMatchObject({ status: 'requested' })
  })

  it('refuses an invalid account, and another member’s passbook', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(2, 20, 12)], 'atm')
    const account = await accountOf(service, me)
    const wrong = await refund2(me, { orderNo, ...account, bankCode: '001', bankAccount: '=1+1' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors.map(({ path }: { path: string }) => path)).toEqual(['bankCode', 'bankAccount'])
    const theirs = await passbookOf(service, await service.newMember())
    expect(await refund2(me, { orderNo, ...account, passbookFileId: theirs })).toMatchObject({
      status: 422,
      body: { code: 'no_such_file' },
    })
    expect(await order(me, orderNo)).toMatchObject({ status: 'confirmed', owed: 0 })
  })
})

describe('the account of a club', () => {
  const nameOf = async (id: string) =>
    (await service.db.selectFrom('members').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
  /** What a club has paid at a bank; `named`: the refund's state when somebody has named an account in this name. */
  async function given(court: number) {
    const club = await newClub(service)
    const { orderNo } = await paidAtGateway(service, club.owner, [at(court, 20, 14)], 'atm')
    const asked = await refund2(club.owner, { orderNo, ...(await accountOf(service, club.owner, { accountName: '陌生人' })) })
    expect(asked.body).toMatchObject({ status: 'requested' })
    const { refundNo } = asked.body
    const named = async (accountName: string) => {
      await service.db.updateTable('refunds').set({ state: 'rejected' }).where('refund_no', '=', refundNo).execute()
      const account = await accountOf(service, club.treasurer, { accountName })
      return (await service.call('POST', '/api/Order/Refund/Account', { as: club.treasurer, body: { refundNo, ...account } })).body.status
    }
    return { club, refundNo, named }
  }

  it('needs a decision in the name of whoever acts for it, whatever they call themselves, and none in the club’s or its representative’s', async () => {
    const { club, named } = await given(2)
    expect(await named(await nameOf(club.treasurer.id))).toBe('requested')
    expect(await named(await nameOf(club.owner.id))).toBe('requested')
    expect(await named(club.name)).toBe('approved')
    await service.db.updateTable('communities').set({ representative: '王代表' }).where('member_id', '=', club.id).execute()
    expect(await named('王代表')).toBe('approved')
  })

  it('needs one in the name of the login that has handed the club over', async () => {
    const { club, named } = await given(3)
    await service.db.updateTable('members').set({ name: '前任社長' }).where('id', '=', club.id).execute()
    expect(await named('前任社長')).toBe('requested')
  })

  it('says in the refund’s steps who named it', async () => {
    const { club, refundNo, named } = await given(4)
    await named(club.name)
    const steps = service.db.selectFrom('refund_steps as s').innerJoin('refunds as r', 'r.id', 's.refund_id').select('s.by')
    expect(await steps.where('r.refund_no', '=', refundNo).orderBy('s.id', 'desc').executeTakeFirst()).toEqual({ by: club.treasurer.id })
  })
})

describe('a booking of a club that was paid at a bank', () => {
  it('is given up by a booker without an account, which a treasurer names, and both only that', async () => {
    const club = await newClub(service)
    await service.db.updateTable('members').set({ email: '', mobile: '' }).where('id', '=', club.id).execute()
    const { orderNo } = await paidAtGateway(service, club.booker, [at(2, 20, 15)], 'atm')
    const account = await accountOf(service, club.booker, { accountName: club.name })
    const barred = { status: 403, body: { code: 'club_role' } }
    expect(await refund2(club.booker, { orderNo, ...account })).toMatchObject(barred)
    expect(await refund2(club.treasurer, { orderNo, ...account })).toMatchObject(barred)
    expect(await refund(club.treasurer, { orderNo })).toMatchObject(barred)
    expect(await refund(club.owner, { orderNo })).toMatchObject({ status: 422, body: { code: 'needs_bank_account' } })
    const asked = await refund(club.booker, { orderNo })
    expect(asked).toMatchObject({ status: 200, body: { status: 'approved', way: 'bank', amount: 300, account: null } })
    expect(asked.body.nextWays).toEqual(['bank'])
    expect((await order(club.booker, orderNo)).status).toBe('cancelled')
    const { refundNo } = asked.body
    expect((await mailAbout(service, club.owner.email, refundNo)).body).toContain('提供退款帳戶')
    const name = (as: TestMember) => service.call('POST', '/api/Order/Refund/Account', { as, body: { refundNo, ...account } })
    expect(await name(club.booker)).toMatchObject(barred)
    expect(await name(club.treasurer)).toMatchObject({ status: 200, body: { status: 'approved', account: { accountName: club.name } } })
  })

  it('that was paid by card goes back to it, whoever gives it up', async () => {
    const club = await newClub(service)
    const { orderNo } = await paidAtGateway(service, club.booker, [at(3, 20, 15)])
    expect((await refund(club.booker, { orderNo })).body).toMatchObject({ way: 'card', status: expect.not.stringMatching('requested') })
  })
})

describe('a refund that nobody asked for', () => {
  const close = async () => {
    const manager = await service.newMember({ role: 'manager' })
    return service.call('POST', '/api/Staff/Facility/Close', {
      as: manager,
      body: { venue1stId: 3, date: '2026-11-20', reasonTw: '因雨停用', reasonEn: 'Rain' },
    })
  }

  it('is made in full and without a point when an outdoor court is closed for rain', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(20, 20, 8, 4)])
    const wet = await service.newMember()
    const second = await paidAtGateway(service, wet, [at(20, 20, 13, 4)], 'atm')
    await close()
    const find = async (as: TestMember) => {
      for (const deadline = Date.now() + 8000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
        const { items } = (await service.call('POST', '/api/Order/Refund/List', { as, body: {} })).body
        if (items.length > 0 || Date.now() > deadline) return items[0]
      }
    }
    const found = await find(me)
    expect(found).toMatchObject({ cause: 'venue-cancelled', way: 'card', amount: 14_000, items: [{ percent: 100, paid: 14_000 }] })
    await refundIn(service, me, found.refundNo, 'refunded')
    expect(await order(me, orderNo)).toMatchObject({ status: 'venue-cancelled', paid: 0, owed: 0 })
    expect(await service.db.selectFrom('violations').select('id').where('member_id', '=', me.id).execute()).toEqual([])

    const waiting = await find(wet)
    expect(waiting).toMatchObject({ way: 'bank', status: 'approved', account: null, nextWays: ['bank'] })
    expect((await mailAbout(service, wet.email, '場館取消')).body).toContain('請在訂單頁提供退款帳戶')
    const given = await service.call('POST', '/api/Order/Refund/Account', {
      as: wet,
      body: { refundNo: waiting.refundNo, ...(await accountOf(service, wet)) },
    })
    expect(given.body).toMatchObject({ status: 'approved', nextWays: [], orderNo: second.orderNo })
  })

  it('is in the export', async () => {
    const me = await service.newMember()
    const { orderNo } = await paidAtGateway(service, me, [at(3, 20, 9)], 'atm')
    await refund2(me, { orderNo, ...(await accountOf(service, me)) })
    const { refunds } = (await service.call('GET', '/api/AccountMember/Export', { as: me })).body
    expect(refunds).toMatchObject([{ orderNo, amount: 300, bankAccount: '012345678901', status: 'approved' }])
  })
})

describe('the picture of a passbook', () => {
  const account = { bankCode: '007', bankAccount: '0123456789', accountName: '林' }
  it.each([
    ['the desk is shown another account', 4, 'atm', { way: 'transfer', ...account }],
    ['the desk gives the money back', 5, 'terminal', { way: 'terminal', tillId: null, reference: 'x' }],
  ] as const)('is released when %s after a transfer that failed', async (_, court, method, how) => {
    const [me, finance, desk] = [
      await service.newMember(),
      await service.newMember({ role: 'finance' }),
      await service.newMember({ role: 'desk' }),
    ]
    const { orderNo } = await paidAtGateway(service, me, [at(court, 20, 9)], 'atm')
    const { passbookFileId, ...given } = await accountOf(service, me)
    const { refundNo } = (await refund2(me, { orderNo, passbookFileId, ...given })).body
    const mine = service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo)
    await service.db.updateTable('payment_attempts').set({ method }).where('order_id', '=', mine).execute()
    await service.call('POST', '/api/Staff/Refund/Failed', { as: finance, body: { refundNo, reason: '帳號錯誤' } })
    const paidOut = await service.call('POST', '/api/Staff/Payment/Refund', {
      as: desk,
      body: { refundNo, ...how },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(paidOut).toMatchObject({ status: 200, body: { amount: 300 } })
    const file = service.db.selectFrom('files').select('kept_at').where('id', '=', passbookFileId)
    expect(await file.executeTakeFirst()).toEqual({ kept_at: null })
  })
})

it('an account cannot be closed while a refund is owed', async () => {
  const me = await service.newMember()
  const orderNo = await placed(service, me, [at(3, 20, 11)])
  await paid(service.db, orderNo, service.clock.now())
  await service.db.updateTable('payment_attempts').set({ method: 'atm' }).execute()
  await refund2(me, { orderNo, ...(await accountOf(service, me)) })
  expect(await service.call('POST', '/api/AccountMember/Close', { as: me, body: { secret: 'a good long secret' } })).toMatchObject({
    status: 409,
    body: { code: 'bookings_open' },
  })
})

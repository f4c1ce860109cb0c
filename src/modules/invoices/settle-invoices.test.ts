import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atNoon, openInvoiceFixture, type InvoiceFixture } from '#testing/invoice-fixture.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { unknownBarcode } from '../../../demo/issuer/ecpay-invoices.ts'
import { plainBuyer } from './buyer-rules.ts'

let at: InvoiceFixture
beforeAll(async () => void (at = await openInvoiceFixture()))
afterAll(() => at?.close())
beforeEach(async () => {
  await at.empty()
  await emptyTables(at.db, 'invoice_marks, demo_papers')
  at.network.next.length = 0
  at.network.always = 'none'
  at.network.sent.length = 0
  at.clock.advance(atNoon.getTime() - at.clock.now().getTime())
})

const book = (orderNo: string) => at.book(orderNo)

describe('an order that was paid', () => {
  it('gets one invoice, with its lines and the number of its issuer', async () => {
    const { orderNo } = await at.pay()
    await at.settle()
    await at.settle()
    expect(await book(orderNo)).toMatchObject({ net: 300, deeds: ['issue 300'], numbers: [expect.stringMatching(/^FH\d{8}$/)] })
    const { fields } = await at.db.selectFrom('demo_papers').selectAll().executeTakeFirstOrThrow()
    expect(fields).toMatchObject({
      SalesAmount: 300,
      CarrierType: '1',
      Print: '0',
      Items: [{ ItemAmount: 300, ItemName: expect.stringContaining('羽球館') }],
    })
  })

  it('of a club without a login of its own goes to its owner: the issuer takes none without an address or a mobile', async () => {
    const [club, owner] = [at.members[0]!, at.members[1]!]
    const contactOf = (id: string) => at.db.selectFrom('members').select(['email', 'mobile']).where('id', '=', id).executeTakeFirstOrThrow()
    const reachable = (id: string, contact: { email: string | null; mobile: string }) =>
      at.db.updateTable('members').set(contact).where('id', '=', id).execute()
    const before = { club: await contactOf(club), owner: await contactOf(owner) }
    const application = { name: '晨光羽球社', registration_no: 'A-1', representative: '代表', state: 'approved', submitted_at: atNoon }
    await at.db
      .insertInto('communities')
      .values({ member_id: club, ...application })
      .execute()
    await at.db.updateTable('club_people').set({ person_id: owner }).where('club_id', '=', club).execute()
    await reachable(club, { email: '', mobile: '' })
    try {
      for (const [hour, known] of [
        [9, { email: 'owner@club.example', mobile: '' }] as const,
        [10, { email: '', mobile: '0912345678' }] as const,
      ]) {
        await reachable(owner, known)
        const { orderNo } = await at.pay(hour)
        await at.settle()
        expect(await book(orderNo)).toMatchObject({ net: 300, deeds: ['issue 300'] })
      }
    } finally {
      await at.db.deleteFrom('communities').where('member_id', '=', club).execute()
      await reachable(club, before.club)
      await reachable(owner, before.owner)
    }
  })

  it('gets none when nothing was to be paid, or when its money is owed back already', async () => {
    const { orderNo } = await at.pay()
    await at.owe(orderNo, 300)
    await at.settle()
    expect(await book(orderNo)).toEqual({ net: 0, deeds: [], numbers: [] })
  })

  it('gets none when nobody issued when it was paid, whatever goes back later', async () => {
    at.change(undefined)
    const { orderNo } = await at.pay()
    await at.settle()
    at.change({ issuer: 'ecpay', settings: (await import('./issuers/ecpay/settings.ts')).demo('https://park.example') as never })
    await at.owe(orderNo, 100)
    await at.settle()
    expect(await book(orderNo)).toMatchObject({ deeds: [] })
  })
})

describe('what goes back', () => {
  it('voids the invoice when it is all of it, in time', async () => {
    const { orderNo } = await at.pay()
    await at.settle()
    await at.owe(orderNo, 300)
    await at.settle()
    expect(await book(orderNo)).toMatchObject({ net: 0, deeds: ['issue 300', 'void 300'] })
    expect(await at.atIssuer()).toEqual({ papers: 1, net: 0 })
  })

  it('makes an allowance for each part, and for the last one too, because no invoice is voided while an allowance lives', async () => {
    const { orderNo } = await at.pay()
    await at.settle()
    for (const part of [100, 150, 50]) {
      await at.owe(orderNo, part)
      await at.settle()
    }
    expect(await book(orderNo)).toMatchObject({ net: 0, deeds: ['issue 300', 'allow 100', 'allow 150', 'allow 50'] })
    expect(await at.atIssuer()).toEqual({ papers: 1, net: 0 })
  })

  it.each([
    ['2027-01-13T23:59:58+08:00', 'void 300'],
    ['2027-01-14T00:00:00+08:00', 'allow 300'],
  ])('on %s is written as %s', async (moment, deed) => {
    const { orderNo } = await at.pay()
    await at.settle()
    at.clock.advance(Date.parse(moment) - at.clock.now().getTime())
    await at.owe(orderNo, 300)
    await at.settle()
    expect(await book(orderNo)).toMatchObject({ net: 0, deeds: ['issue 300', deed] })
  })

  it('becomes an allowance when the issuer was down until it was too late to void', async () => {
    const { orderNo } = await at.pay()
    await at.settle()
    at.clock.advance(Date.parse('2027-01-13T23:58:00+08:00') - at.clock.now().getTime())
    await at.owe(orderNo, 300)
    at.network.next.push('unreached')
    await at.settle()
    expect(await book(orderNo)).toMatchObject({ net: 300, deeds: ['issue 300', 'void 300 open'] })
    await at.settleFor(10)
    expect(await book(orderNo)).toMatchObject({ net: 0, deeds: ['issue 300', 'void 300 refused', 'allow 300'] })
  })

  it('withdraws an invoice that was not sent yet, and issues one for what stays', async () => {
    const { orderNo } = await at.pay(9, 2)
    const { planInvoices } = await import('./plan-invoices.ts')
    await planInvoices(at.settling, at.clock.now())
    await at.owe(orderNo, 300)
    await at.settle()
    expect(await book(orderNo)).toMatchObject({ net: 300, deeds: ['issue 600 dropped', 'issue 300'] })
    expect(await at.atIssuer()).toEqual({ papers: 1, net: 300 })
  })
})

describe('an issuer that fails', () => {
  it.each(['unreached', 'lost', 'answer-lost', 'garbage', 'busy'] as const)('issues once when the first request is %s', async (fault) => {
    const { orderNo } = await at.pay()
    at.network.next.push(fault)
    await at.settle()
    expect(await book(orderNo)).toMatchObject({ net: 0, deeds: ['issue 300 open'] })
    await at.settleFor(10)
    expect(await book(orderNo)).toMatchObject({ net: 300, deeds: ['issue 300'] })
    expect(await at.atIssuer()).toEqual({ papers: 1, net: 300 })
  })

  it.each(['lost', 'answer-lost', 'garbage'] as const)('gives back once when the request for an allowance is %s', async (fault) => {
    const { orderNo } = await at.pay()
    await at.settle()
    await at.owe(orderNo, 100)
    at.network.next.push(fault)
    await at.settle()
    await at.settleFor(10)
    expect(await book(orderNo)).toMatchObject({ net: 200, deeds: ['issue 300', 'allow 100'] })
    expect(await at.atIssuer()).toEqual({ papers: 1, net: 200 })
  })

  it('voids once when the answer to it is lost', async () => {
    const { orderNo } = await at.pay()
    await at.settle()
    await at.owe(orderNo, 300)
    at.network.next.push('answer-lost')
    await at.settleFor(10)
    expect(at.network.sent.filter((path) => path === 'Invalid')).toHaveLength(1)
    expect(await book(orderNo)).toMatchObject({ net: 0, deeds: ['issue 300', 'void 300'] })
  })

  it('is not asked for ever while it is down, and everything is issued when it is up again', async () => {
    const orders: string[] = []
    for (const which of [0, 1, 2, 3, 4]) orders.push(await at.payAs(which))
    at.network.always = 'unreached'
    await at.settle()
    await at.settleFor(60)
    at.network.always = 'none'
    await at.settleFor(70)
    expect(await at.atIssuer()).toEqual({ papers: 5, net: 1500 })
    for (const orderNo of orders) expect(await book(orderNo)).toMatchObject({ net: 300 })
  })

  it('holds what it refuses for a person, and goes on with the others', async () => {
    const bad = await at.pay(9)
    await at.buyer(bad.orderNo, { ...plainBuyer, kind: 'mobile', code: unknownBarcode })
    const good = await at.pay(10)
    await at.settleFor(10)
    expect(await book(bad.orderNo)).toMatchObject({ net: 0, deeds: ['issue 300 held'] })
    expect(await book(good.orderNo)).toMatchObject({ net: 300 })
    const held = await at.db.selectFrom('invoice_deeds').select(['problem', 'tries']).where('state', '=', 'held').executeTakeFirstOrThrow()
    expect(held).toEqual({ problem: '9900018', tries: 1 })
  })

  it('waits, and says why, while the clock of this machine is wrong', async () => {
    const { orderNo } = await at.pay()
    const wrong = { ...at.settling, clock: { now: () => new Date(at.clock.now().getTime() + 11 * 60_000) } }
    const { settleInvoices } = await import('./carry-out-deeds.ts')
    await settleInvoices(wrong)
    expect(await book(orderNo)).toMatchObject({ deeds: ['issue 300 open'] })
    expect(await at.db.selectFrom('invoice_deeds').select(['problem', 'problem_words']).executeTakeFirst()).toEqual({
      problem: 'not_accepted',
      problem_words: '10000003 Timestamp Error',
    })
    at.clock.advance(15 * 60_000)
    await at.settleFor(5)
    expect(await book(orderNo)).toMatchObject({ net: 300 })
  })

  it('lets an order that cannot be read keep no other waiting', async () => {
    const [bad, good] = [await at.pay(9), await at.pay(10)]
    await sql`insert into invoices (id, order_id, issuer, relate_no, amount, lines, buyer, created_at)
      select gen_random_uuid(), id, 'ecpay', replace(order_no, '-', '') || 'N2', 1, '[]', '{}', now() from orders where order_no = ${bad.orderNo}`.execute(
      at.db,
    )
    await at.settle()
    expect(at.failures.length).toBeGreaterThan(0)
    expect(await book(good.orderNo)).toMatchObject({ net: 300 })
  })
})

describe('the database', () => {
  it('lets a refund wait for no issuer: what it writes is a mark', async () => {
    const { orderNo } = await at.pay()
    at.network.always = 'lost'
    await at.owe(orderNo, 300)
    expect(at.network.sent).toEqual([])
  })
})

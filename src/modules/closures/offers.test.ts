import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closureCalls, reason, words } from '#testing/closures.ts'
import { offeringCalls } from '#testing/offers.ts'
import { at, placed } from '#testing/orders.ts'
import { takeText } from '#modules/notifications/text-budget.ts'
import { readRules, writeRules, writeSetting } from '#modules/settings/store.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let manager: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())
const calls = closureCalls(() => service)

const { close, offers, answer, booked, itemOf, statesOf, whole } = offeringCalls(() => ({ service, manager }))

it('offers nothing that begins within the lead, and the sample letter is about floor that the dry run has found', async () => {
  // It is 10:00.
  const lost = at(1, 15, 12)
  await booked(lost)
  const plan = { facilities: [1], courts: [1], from: '2026-11-15', to: '2026-11-15', opens: '11:00', closes: '15:00' }
  const { booking } = await readRules(service.db)
  const insteadAfter = async (offerLeadHours: number) => {
    await writeRules(service.db, { booking: { ...booking, offerLeadHours } }, null, service.clock.now())
    return (await calls.preview(manager, plan)).body.bookings[0].instead
  }
  const { venue2ndId, court, start, end } = await insteadAfter(4)
  expect(start).toBe(at(1, 15, 14).start)
  expect(await insteadAfter(2)).toMatchObject({ start: lost.start })

  const sample = (offered?: object) =>
    service.call('POST', '/api/Staff/Closure/Letter', { as: manager, body: { venue1stId: 1, reason, ...(offered ? { offered } : {}) } })
  const offered = { from: { start: lost.start, end: lost.end }, to: { venue2ndId, start, end } }
  expect((await sample(offered)).body.tw.body).toContain(`${court}　11月15日（日）14:00–15:00`)
  expect((await sample()).body.tw.subject).not.toContain('保留')
  // Guests are paid back in either case, and their text says so.
  expect((await sample(offered)).body.tw).toMatchObject({
    text: expect.stringContaining('全額退費'),
    offerText: expect.stringContaining('接受或退費'),
  })
  expect((await sample()).body.tw).toMatchObject({ text: expect.stringContaining('全額退費'), offerText: null })
  expect(await sample({ ...offered, to: { ...offered.to, venue2ndId: 999 } })).toMatchObject({ status: 404 })
})

it('offers no half of a court for a full one: rather the full court on another day', async () => {
  const { start, end } = at(11, 16, 10, 12)
  const blocked = await service.call('POST', '/api/Staff/Block', {
    as: manager,
    body: { venue2ndId: 11, start, end, reasonTw: '漏水', reasonEn: 'Leak' },
  })
  expect(blocked.status).toBe(201)
  await booked(at(10, 16, 9))
  const plan = { facilities: [2], courts: [10], from: '2026-11-16', to: '2026-11-16', opens: '09:00', closes: '10:00' }
  const { bookings } = (await calls.preview(manager, plan)).body
  expect(bookings[0].instead).toMatchObject({ venue2ndId: 10, start: at(10, 17, 9).start })
})

describe('a closure that holds other floor', () => {
  it('tells by mail and text, and one tap moves the booking; what it costs less goes back', async () => {
    // The whole hall from 18:00: the nearest other hour of the day costs 300, not 500.
    const { booking } = await readRules(service.db)
    await writeRules(service.db, { booking: { ...booking, offerEarlier: true } }, null, service.clock.now())
    const { me, orderNo } = await booked(at(1, 17, 18))
    const id = await close(17, [], '18:00')
    const [offer] = await offers(me)
    expect(offer).toMatchObject({ orderNo, reason: reason.tw, from: at(1, 17, 18), to: { start: at(1, 17, 17).start } })
    expect(await itemOf(me, orderNo)).toMatchObject({ parked: true, movable: false })
    expect(await statesOf(id)).toEqual([['offered', 0]])
    const today = (await service.call('GET', '/api/Staff/Today', { as: manager })).body
    expect([today.parked, today.offered.total], 'awaits its member, and not staff').toEqual([[], 1])
    expect(today.offered.items[0]).toMatchObject({ orderNo, offeredUntil: offer.until })
    const waiting = (await service.call('GET', '/api/Staff/Waiting', { as: manager })).body
    expect(waiting.queues.find(({ queue }: { queue: string }) => queue === 'parked').count).toBe(0)
    await service.writeLetters()
    const mail = (await service.mail(me.email, '場地停用，已為您保留替代時段：羽球館'))!
    expect(mail.body).toContain(reason.tw)
    expect(mail.body).toContain('/member/order/overview')
    expect((await service.inbox(me.mobile, 1))[0]!.body).toContain('接受或退費')

    expect((await answer(await service.newMember(), offer.id, true)).status).toBe(404)
    expect(await answer(me, offer.id, true)).toMatchObject({ status: 200, body: { accepted: true, back: 200 } })
    expect(await answer(me, offer.id, true)).toMatchObject({ status: 200, body: { accepted: true, back: 0 } })
    expect(await answer(me, offer.id, false)).toMatchObject({ status: 409, body: { code: 'offer_answered' } })
    expect(await itemOf(me, orderNo)).toMatchObject({
      parked: false,
      start: at(1, 17, 17).start,
      movedFrom: { start: at(1, 17, 18).start },
    })
    expect(await statesOf(id)).toEqual([['moved', 200]])
    expect(await offers(me)).toEqual([])
    await writeRules(service.db, { booking }, null, service.clock.now())
    await whole()
  })

  it('pays everything back for a “no”, for silence, and where there is no other floor or nobody to ask', async () => {
    const [no, silent] = [await booked(at(1, 18, 8)), await booked(at(2, 18, 8))]
    const id = await close(18, [1, 2])
    const [first] = await offers(no.me)
    expect(first.to.start).toBe(at(3, 18, 8).start)
    expect([3, 4]).toContain(first.to.venue2ndId)
    expect(await answer(no.me, first.id, false)).toMatchObject({ status: 200, body: { accepted: false, back: 300 } })
    const [second] = await offers(silent.me)
    service.clock.advance(24 * 3_600_000 + 1000)
    expect(await answer(silent.me, second.id, true)).toMatchObject({ status: 409, body: { code: 'offer_over' } })
    await service.jobs.send(service.db, 'run-closures', {})
    await service.jobsDone('run-closures')
    expect(await statesOf(id)).toEqual([
      ['cancelled', 300],
      ['cancelled', 300],
    ])
    for (const { me, orderNo } of [no, silent]) expect((await itemOf(me, orderNo)).status).toBe('cancelled')
    await whole()
  })

  it('costs no more where the alternative is dearer', async () => {
    // Everything before 18:00 is closed.
    const { me, orderNo } = await booked(at(1, 20, 17))
    await close(20, [], '00:00', '18:00')
    const [offer] = await offers(me)
    expect(offer.to.start).toBe(at(1, 20, 18).start)
    expect(await answer(me, offer.id, true)).toMatchObject({ status: 200, body: { accepted: true, back: 0 } })
    expect(await itemOf(me, orderNo)).toMatchObject({ start: at(1, 20, 18).start, total: 300 })
    await whole()
  })
})

describe('the dry run of a closure with offers', () => {
  it('is what happens: floor in two hours at the earliest and not before what was lost, the sums, and who is offered which floor', async () => {
    const preview = (plan: object) => calls.preview(manager, plan)
    // The whole hall closes from 15:00 to 18:00.
    const day = 19
    const people = await Promise.all([1, 2, 3].map((court) => booked(at(court, day, 16))))
    const plan = { facilities: [1], from: `2026-11-${day}`, to: `2026-11-${day}`, opens: '15:00', closes: '18:00' }
    const shown = (await preview(plan)).body
    expect(shown.totals).toMatchObject({ bookings: 3, offers: 3, back: 900, backBesideOffers: 0 })
    for (const { instead, end } of shown.bookings) expect(instead.start >= end).toBe(true)
    const id = await close(day, [], '15:00', '18:00')
    for (const { me, orderNo } of people) {
      const [offer] = await offers(me)
      const { instead } = shown.bookings.find((one: { orderNo: string }) => one.orderNo === orderNo)
      expect([offer.to.start, offer.to.end]).toEqual([instead.start, instead.end])
    }
    expect(await statesOf(id)).toEqual([
      ['offered', 0],
      ['offered', 0],
      ['offered', 0],
    ])
    await calls.lift(manager, id)
    await whole()
  })

  it('stops when the floor that was shown is taken meanwhile, and holds it from the moment on at which it is accepted', async () => {
    await booked(at(1, 23, 9))
    const plan = { facilities: [1], courts: [1], from: '2026-11-23', to: '2026-11-23', opens: '08:00', closes: '12:00' }
    const shown = (await calls.preview(manager, plan)).body
    const other = await service.newMember()
    await placed(service, other, [at(2, 23, 9)])
    const run = (choice: string) =>
      service.call('POST', '/api/Staff/Closure/Run', {
        as: manager,
        body: { plan, cause: 'fault', choice, reason, words, fingerprint: shown.fingerprint },
        headers: { 'idempotency-key': `shown-${choice}` },
      })
    expect(await run('offer')).toMatchObject({ status: 409, body: { code: 'closure_changed' } })
    // Where everything is paid back, other floor does not matter.
    expect(await run('refund')).toMatchObject({ status: 202 })
    await service.jobsDone('run-closures')
    await whole()
  })
})

it('tells members whose game is within a day by text as well, out of a budget of which codes have a share of their own', async () => {
  const { me, orderNo } = await booked(at(1, 16, 20))
  await calls.close(manager, { facilities: [1], courts: [1], from: '2026-11-16', to: '2026-11-16', opens: '19:00' })
  await service.writeLetters()
  expect((await service.inbox(me.mobile, 1))[0]!.body).toContain(`已取消，將全額退費，訂單 ${orderNo}`)
  const now = service.clock.now()
  await writeSetting(service.db, 'sms', { perCentreHour: 20 }, null, now)
  const sent = { notice: 0, asked: 0 }
  await service.db.deleteFrom('rate_limits').where('key', 'like', 'texts%').execute()
  for (const kind of ['notice', 'asked'] as const) while (!(await takeText(service.db, service.jobs, kind, now))) sent[kind]++
  expect(sent, 'the rest is for codes, and both together are what was set').toEqual({ notice: 16, asked: 4 })
  await writeSetting(service.db, 'sms', {}, null, now)
  await service.db.deleteFrom('rate_limits').where('key', 'like', 'texts%').execute()
})

describe('reopening early', () => {
  it('gives bookings that await an answer their own floor back, tells them, and takes the offers back', async () => {
    const [one, two] = [await booked(at(1, 23, 19)), await booked(at(2, 23, 19))]
    const id = await close(23, [1, 2], '13:00')
    const [held] = await offers(one.me)
    await service.writeLetters()
    service.clock.advance(60_000)
    expect((await calls.read(manager, id)).items[0].instead, 'the report says which floor was offered').toMatchObject({
      start: held.to.start,
    })
    expect(await calls.lift(manager, id)).toMatchObject({ status: 200, body: { restored: 2, offered: 0, told: 0 } })
    for (const { me, orderNo } of [one, two]) {
      expect(await offers(me)).toEqual([])
      expect(await itemOf(me, orderNo)).toMatchObject({ parked: false, status: 'active', total: 500 })
    }
    expect(await itemOf(one.me, one.orderNo)).toMatchObject({ start: at(1, 23, 19).start })
    expect(await statesOf(id)).toEqual([
      ['kept', 0],
      ['kept', 0],
    ])
    expect(await answer(one.me, held.id, true)).toMatchObject({ status: 409, body: { code: 'offer_over' } })
    // They stand where they always were; the order says that they were taken off their floor and came back.
    const board = (await service.call('GET', '/api/Staff/Board?facility=BAD&day=2026-11-23', { as: manager })).body
    expect(board.holders.map(({ booking }: { booking: { wasMoved: boolean } | null }) => booking?.wasMoved)).not.toContain(true)
    const { story } = (await service.call('GET', `/api/Staff/Order/${one.orderNo}`, { as: manager })).body
    const said = story.filter(({ what }: { what: string }) => ['offered', 'returned'].includes(what))
    expect(said).toMatchObject([
      { what: 'offered', by: { who: 'staff' }, note: reason.tw, from: { start: at(1, 23, 19).start }, to: { start: held.to.start } },
      { what: 'returned', by: { who: 'staff' }, to: { court: '羽球場 1', start: at(1, 23, 19).start } },
    ])
    // Their own floor is theirs, and what was held is free for everybody.
    const other = await service.newMember()
    await expect(placed(service, other, [at(1, 23, 19)])).rejects.toThrow('period_taken')
    await placed(service, other, [at(held.to.venue2ndId, 23, 19)])
    await service.writeLetters()
    const mail = (await service.mail(one.me.email, '場地恢復開放，您的預約照舊：羽球館'))!
    expect(mail.body).toContain('羽球館 羽球場 1　11月23日（一）19:00–20:00')
    expect((await service.inbox(one.me.mobile, 2))[0]!.body).toContain('不必回覆')
    // Nothing lapses into a cancellation in an open hall.
    service.clock.advance(25 * 3_600_000)
    await service.jobs.send(service.db, 'run-closures', {})
    await service.jobsDone('run-closures')
    expect((await itemOf(one.me, one.orderNo)).status).toBe('active')
    await whole()
  })

  it('says nothing about an offer that was taken back before it was told', async () => {
    const { me } = await booked(at(1, 21, 19))
    await calls.lift(manager, await close(21, [1]))
    // As if nothing had been told yet.
    const messages = () =>
      service.db.selectFrom('messages').select(['subject', 'body']).where('recipient', 'in', [me.email, me.mobile]).execute()
    await service.writeLetters()
    await service.db.deleteFrom('messages').where('recipient', 'in', [me.email, me.mobile]).execute()
    await sql`update outbox set told_at = null where topic = 'order' and subject_id in (select id from orders where member_id = ${me.id})`.execute(
      service.db,
    )
    await service.writeLetters()
    const told = (await messages()).map(({ subject, body }) => `${subject} ${body}`).join('\n')
    expect(told).toContain('場地恢復開放')
    expect(told).not.toContain('接受或')
    expect(told).not.toContain('按一下即可接受')
  })

  it('leaves the offer where another closure still has the floor, until that one is lifted', async () => {
    const { me, orderNo } = await booked(at(1, 22, 19))
    const first = await close(22, [1], '18:00')
    const second = await close(22, [1], '00:00')
    expect(await calls.lift(manager, first)).toMatchObject({ body: { restored: 0 } })
    expect(await itemOf(me, orderNo)).toMatchObject({ parked: true })
    expect(await offers(me)).toHaveLength(1)
    await whole()
    expect(await calls.lift(manager, second)).toMatchObject({ body: { restored: 1 } })
    expect(await itemOf(me, orderNo)).toMatchObject({ parked: false })
    await whole()
  })

  it('leaves the offer where somebody else has booked the part of its floor that was not closed', async () => {
    const { me, orderNo } = await booked({ ...at(1, 19, 18), end: at(1, 19, 19).end })
    const id = await close(19, [1], '19:00')
    const other = await booked(at(1, 19, 18))
    expect(await calls.lift(manager, id)).toMatchObject({ body: { restored: 0 } })
    expect(await itemOf(me, orderNo)).toMatchObject({ parked: true })
    expect(await itemOf(other.me, other.orderNo)).toMatchObject({ start: at(1, 19, 18).start })
    const [offer] = await offers(me)
    expect(await answer(me, offer.id, true)).toMatchObject({ status: 200 })
    await whole()
  })

  it('tells guests by text whose bookings it had cancelled, and holds nothing for them', async () => {
    const { orderNo } = await booked(at(7, 22, 19))
    const guest = (await service.call('POST', '/api/Staff/Guest', { as: manager, body: { name: '林散客', mobile: '0955123987' } })).body
    await service.db.updateTable('orders').set({ member_id: guest.memberId }).where('order_no', '=', orderNo).execute()
    await service.db.updateTable('centre').set({ phone: '02-2345-6789' }).execute()
    const id = await close(22, [7])
    expect(await statesOf(id), 'guests are offered nothing').toEqual([['cancelled', 500]])
    expect((await calls.read(manager, id)).items).toMatchObject([{ isGuest: true, instead: null }])
    expect(await calls.lift(manager, id)).toMatchObject({ status: 200, body: { restored: 0, offered: 0, told: 1, untold: 0 } })
    await service.writeLetters()
    const texts = async () => (await service.inbox('0955123987')).map(({ body }) => body)
    await expect.poll(texts, { timeout: 8000 }).toContainEqual(expect.stringMatching(/羽球場 7.+照常開放.+02-2345-6789/))
    await placed(service, await service.newMember(), [at(7, 22, 19)])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closureCalls, reason, words } from '#testing/closures.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { at, type Item } from '#testing/orders.ts'
import { paidAtGateway } from '#testing/refunds.ts'
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

/** Closes courts on a day of November and offers other floor; answers the closure, when all bookings are settled. */
async function close(day: number, courts: number[], opens = '00:00', closes = '24:00'): Promise<string> {
  const plan = { venue1stId: 1, courts, from: `2026-11-${day}`, to: `2026-11-${day}`, opens, closes }
  const { fingerprint } = (await calls.preview(manager, plan)).body
  const started = await service.call('POST', '/api/Staff/Closure/Run', {
    as: manager,
    body: { plan, cause: 'fault', choice: 'offer', reason, words, fingerprint },
    headers: { 'idempotency-key': `close-${day}-${courts.join('-')}-${opens}` },
  })
  expect(started.status, started.text).toBe(202)
  await service.jobsDone('run-closures')
  return started.body.id
}
const offers = async (as: TestMember) => (await service.call('GET', '/api/Order/Offer/List', { as })).body.items
const answer = (as: TestMember, id: string, accept: boolean) => service.call('POST', `/api/Order/Offer/${id}`, { as, body: { accept } })
const booked = async (item: Item) => {
  const me = await service.newMember()
  return { me, orderNo: (await paidAtGateway(service, me, [item])).orderNo }
}
const itemOf = async (as: TestMember, orderNo: string) => (await service.call('GET', `/api/Order/${orderNo}`, { as })).body.items[0]
const statesOf = async (id: string) =>
  (await calls.read(manager, id)).items.map(({ state, owed }: { state: string; owed: number }) => [state, owed])
const whole = async () => expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])

describe('a closure that holds other floor', () => {
  it('tells by mail and text, and one tap moves the booking; what it costs less goes back', async () => {
    // The whole hall from 18:00: the nearest other hour of the day costs 300, not 500.
    const { me, orderNo } = await booked(at(1, 17, 18))
    const id = await close(17, [], '18:00')
    const [offer] = await offers(me)
    expect(offer).toMatchObject({ orderNo, reason: reason.tw, from: at(1, 17, 18), to: { start: at(1, 17, 17).start } })
    expect(await itemOf(me, orderNo)).toMatchObject({ parked: true, movable: false })
    expect(await statesOf(id)).toEqual([['offered', 0]])
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

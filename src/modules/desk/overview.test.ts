import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, paid, placed } from '#testing/orders.ts'
import type { TestMember, TestService } from '#testing/test-service.ts'
import { goTo, openDesk } from '#testing/tills.ts'

let service: TestService
let desk: TestMember
beforeEach(async () => {
  ;({ service, desk } = await openDesk())
})
afterEach(() => service.close())

const overview = async (query = 'day=2026-11-18') => (await service.call('GET', `/api/Staff/Board/Overview?${query}`, { as: desk })).body

describe('the overview of all facilities', () => {
  it('says of every court when it is held and in which state, also of halves of a full court, and names nobody', async () => {
    const [me, other] = [await service.newMember(), await service.newMember()]
    await paid(service.db, await placed(service, me, [at(1, 18, 8, 2)]), service.clock.now())
    await placed(service, other, [at(10, 18, 19)])
    const manager = await service.newMember({ role: 'manager' })
    await service.call('POST', '/api/Staff/Block', { as: manager, body: { ...at(3, 18, 6, 4), reasonTw: '打蠟', reasonEn: 'Waxing' } })
    const { facilities, day } = await overview()
    expect(day).toBe('2026-11-18')
    const courtsOf = (code: string) =>
      Object.fromEntries(
        facilities
          .find((one: { code: string }) => one.code === code)
          .courts.map(({ code: court, held }: { code: string; held: object[] }) => [court, held]),
      )
    expect(courtsOf('BAD')).toMatchObject({
      C1: [{ start: 480, end: 600, state: 'paid' }],
      C2: [],
      C3: [{ start: 360, end: 600, state: 'closure' }],
    })
    const unpaid = [{ start: 1140, end: 1200, state: 'unpaid' }]
    expect(courtsOf('ARN')).toMatchObject({ C10: unpaid, C11: unpaid, C12: unpaid })
    expect(['C10', 'C11', 'C12'].map((code) => courtsOf('ARN')[code][0].own)).toEqual([true, false, false])
    expect(JSON.stringify(facilities)).not.toContain(me.id)
    expect((await overview('')).day, 'today').toBe((await service.call('GET', '/api/Staff/Board', { as: desk })).body.day)
    expect(await service.call('GET', '/api/Staff/Board/Overview?day=x', { as: desk })).toMatchObject({ status: 422 })
  })
})

describe('the panel of a booking', () => {
  it('says what is to pay, when they can be checked in, and lets the desk do both', async () => {
    const orderNo = await placed(service, await service.newMember(), [at(1, 18, 19)])
    const { items } = (await service.call('GET', `/api/Staff/Order/${orderNo}`, { as: desk })).body
    const { id } = items[0]
    const read = async () => (await service.call('GET', `/api/Staff/Booking/${id}`, { as: desk })).body
    expect(await read()).toMatchObject({ money: { toPay: 500 }, arrival: { mayCheckIn: false, opensAt: null, missed: false } })
    await paid(service.db, orderNo, service.clock.now())
    expect(await read()).toMatchObject({
      money: { toPay: 0 },
      arrival: { mayCheckIn: false, opensAt: new Date('2026-11-18T18:30:00+08:00').toISOString() },
    })
    goTo(service, '2026-11-18T18:40:00+08:00')
    expect(await read()).toMatchObject({ arrival: { mayCheckIn: true, opensAt: null, checkedInAt: null } })
    expect((await service.call('POST', '/api/Staff/CheckIn/Item', { as: desk, body: { id } })).status).toBe(200)
    expect(await read()).toMatchObject({ arrival: { mayCheckIn: false, checkedInAt: service.clock.now().toISOString() } })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockerCalls, openLockerService, type LockerService } from '#testing/locker-service.ts'
import { deskStatusOf } from './rules.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
const at = (day: string) => new Date(`${day}T00:00:00+08:00`)

describe('what a locker is to the desk', () => {
  const of = (endsAt: Date | null, state: 'active' | 'reserved' = 'active', isOutOfOrder = false) =>
    deskStatusOf({ isOutOfOrder, rental: { state, endsAt } }, 7, now)

  it('follows its rental, and without one whether it is in order', () => {
    expect(deskStatusOf({ isOutOfOrder: false, rental: null }, 7, now)).toBe('free')
    expect(deskStatusOf({ isOutOfOrder: true, rental: null }, 7, now)).toBe('out-of-order')
    expect(of(null, 'reserved')).toBe('reserved')
    expect(of(at('2026-12-15'))).toBe('rented')
    expect(of(at('2026-11-18'))).toBe('ending')
    expect(of(at('2026-11-15'))).toBe('over')
  })
})

describe('lockers at the desk', () => {
  let lockerService: LockerService
  beforeAll(async () => {
    lockerService = await openLockerService()
  })
  afterAll(() => lockerService.service.close())
  const lockers = lockerCalls(() => lockerService)
  const call = (method: string, path: string, body?: object) =>
    lockerService.service.call(method, path, { as: lockerService.desk, ...(body ? { body } : {}) })
  const plan = async () => (await call('GET', '/api/Staff/Locker/Plan')).body
  const lockerOf = async (number: string) =>
    (await plan()).walls.flatMap((wall: { lockers: object[] }) => wall.lockers).find((one: { number: string }) => one.number === number)

  it('is out of order until it is repaired, unless somebody has it; nobody can rent it', async () => {
    const breakIt = (lockerId: number) => call('POST', '/api/Staff/Locker/OutOfOrder', { lockerId, why: '鎖壞了' })
    const repair = (lockerId: number) => call('POST', '/api/Staff/Locker/BackInOrder', { lockerId })
    expect((await breakIt(3)).status).toBe(204)
    expect(await breakIt(3)).toMatchObject({ status: 409, body: { code: 'already_out_of_order' } })
    expect(await lockerOf('A03')).toMatchObject({ status: 'out-of-order', why: '鎖壞了', rental: null })
    expect(await lockers.plan()).toMatchObject({ A03: 'taken' })
    expect(await lockers.rent(3)).toMatchObject({ status: 404, body: { code: 'no_such_locker' } })
    expect((await repair(3)).status).toBe(204)
    expect(await repair(3)).toMatchObject({ status: 409, body: { code: 'not_out_of_order' } })
    expect(await breakIt(99)).toMatchObject({ status: 404 })

    // Of a rental and a break at the same moment one comes first, and the other is refused.
    const [rented, broken] = await Promise.all([lockers.rent(3, { as: lockerService.other }), breakIt(3)])
    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual([rented.status, broken.status])
  })

  it('is over, called about, and returned: the deposit goes back, and the calling list is empty', async () => {
    const { rentalId, orderNo } = await lockers.rented(1)
    await lockers.moveTo('2026-12-20T09:00')
    expect(await lockerOf('A01')).toMatchObject({ status: 'over', rental: { daysOver: 5, returnGives: 500, mayClear: false, calls: [] } })
    const note = (outcome: string) => call('POST', '/api/Staff/Locker/Call', { rentalId, outcome, note: '週六來拿' })
    expect((await note('promised')).status).toBe(204)
    expect((await note('shouted')).status).toBe(422)
    expect((await lockerOf('A01')).rental.calls).toMatchObject([{ outcome: 'promised', note: '週六來拿' }])
    const csv = await call('GET', '/api/Staff/Locker/Calls.csv')
    expect(csv.text).toContain(`A01,${(await lockerOf('A01')).rental.name},${lockerService.me.mobile}`)
    expect(csv.text).toContain('答應會來 週六來拿')

    const giveBack = () => call('POST', '/api/Staff/Locker/Return', { rentalId })
    // Two desks at once: one takes it back.
    const returned = (await Promise.all([giveBack(), giveBack()])).toSorted((a, b) => a.status - b.status)
    expect(returned).toMatchObject([
      { status: 200, body: { amount: 500, orders: [{ orderNo, amount: 500 }] } },
      { status: 409, body: { code: 'locker_not_active' } },
    ])
    expect(await lockerOf('A01')).toMatchObject({ status: 'free', rental: null })
    expect((await plan()).counts).toMatchObject({ over: 0 })
    expect(await note('reached')).toMatchObject({ status: 409, body: { code: 'locker_not_active' } })
    const { rows } = await sql<{ amount: number; by: string }>`
      select d.amount, r.closed_by as by from refunds_due d, locker_rentals r where d.reason = 'deposit' and r.id = ${rentalId}`.execute(
      lockerService.service.db,
    )
    expect(rows).toEqual([{ amount: 500, by: lockerService.desk.id }])
  })

  it('an order that is not paid is cancelled by the desk, which frees the locker; a paid one goes back when the locker is returned', async () => {
    const { orderNo } = (await lockers.rent(4)).body
    const lines = async () => (await call('GET', `/api/Staff/Order/${orderNo}`)).body.lines
    const cancel = async (ids: string[]) =>
      call('POST', '/api/Staff/Order/Line/Cancel', { orderNo, lines: ids, refund: 'full', reason: '會員來電' })
    const [rent, deposit] = (await lines()).map(({ id }: { id: string }) => id)
    expect(await cancel([rent])).toMatchObject({ status: 409, body: { code: 'unpaid_order_is_one' } })
    expect(await lockers.plan()).toMatchObject({ C01: 'taken' })
    expect(await cancel([rent, deposit])).toMatchObject({ status: 200, body: { back: 0 } })
    expect(await lockers.plan()).toMatchObject({ C01: 'free' })
    expect(await lockers.order(orderNo)).toMatchObject({ status: 'cancelled' })

    const { orderNo: kept, rentalId } = await lockers.rented(4)
    const ofKept = (await call('GET', `/api/Staff/Order/${kept}`)).body.lines
    expect(ofKept).toMatchObject([{ locked: { code: 'line_goes_back_elsewhere' } }, { locked: { code: 'line_goes_back_elsewhere' } }])
    const ids = ofKept.map(({ id }: { id: string }) => id)
    expect(
      await call('POST', '/api/Staff/Order/Line/Cancel', { orderNo: kept, lines: ids, refund: 'full', reason: '會員來電' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'line_goes_back_elsewhere' },
    })
    expect((await call('POST', '/api/Staff/Locker/Return', { rentalId })).status).toBeLessThan(300)
  })
})

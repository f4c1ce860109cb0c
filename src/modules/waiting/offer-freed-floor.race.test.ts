import { randomUUID } from 'node:crypto'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import { hasFreedFloor } from '#modules/availability/waiting-store.ts'
import { cancelOrder } from '#modules/orders/change-order.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { day, later, now, openLine, type Line } from '#testing/waiting-line.ts'
import { withoutFunction } from '#testing/without-guards.ts'
import { makeWish, withdrawWish } from './make-wish.ts'
import { offerFreedFloor } from './offer-freed-floor.ts'

let line: Line
let { db, catalogues, owner, waiting, empty, press, offer, full, holders, begin }: Line = {} as Line
beforeAll(async () => {
  line = await openLine()
  ;({ db, catalogues, owner, waiting, empty, press, offer, full, holders, begin } = line)
})
afterAll(() => line.close())
beforeEach(async () => {
  await empty()
})

describe('floor that comes free while ten wait and two hundred press', { timeout: 120_000 }, () => {
  const free: Record<string, (orderId: string) => Promise<{ when: Date }>> = {
    'is cancelled': async (orderId) => (await cancelOrder(db, orderId, now), { when: now }),
    'lapses by the clock, and no job has run': async () => ({ when: later(16) }),
    'lapses by the clock and is expired by the job': async () => (await expireUnpaidOrders(db, later(16)), { when: later(16) }),
  }

  it.each(Object.entries(free))('that %s is offered to the first in line, and nobody gets in between', async (_, freeing) => {
    const orderId = await full()
    const [{ when }, ...others] = await Promise.all([freeing(orderId), press(), press()])
    expect(others).toEqual([0, 0])
    // Pressed while it is held for the line, while four processes offer it, and afterwards.
    expect(await press(when)).toBe(0)
    expect((await Promise.all([press(when), ...Array.from({ length: 4 }, () => offer(when))]))[0]).toBe(0)
    expect(await press(when)).toBe(0)
    const offered = (await holders()).filter((one) => one.offered)
    expect(offered.map(({ memberId, state }) => ({ memberId, state }))).toEqual([{ memberId: waiting[0], state: 'awaiting-payment' }])
    expect(await brokenInvariants(db, when)).toEqual([])
  })

  it('is had by somebody who pressed, without the hold for the line: the control', async () => {
    await withoutFunction(db, 'hold_for_waiting', async () => {
      const orderId = await full()
      await cancelOrder(db, orderId, now)
      expect(await press()).toBe(1)
      await offer()
      expect((await holders()).filter((one) => one.offered)).toEqual([])
    })
  })
})

describe('an offer', { timeout: 60_000 }, () => {
  async function offered(count = 10): Promise<{ id: string; orderNo: string; payBefore: Date }> {
    await cancelOrder(db, await full(count), now)
    await offer()
    return (await holders())[0]!
  }
  /** Places in line of those who were offered it. */
  const served = async () => {
    const offers = await db.selectFrom('orders').select('member_id').where('from_waiting_list', '=', true).execute()
    return offers.map(({ member_id }) => waiting.indexOf(member_id)).toSorted((a, b) => a - b)
  }

  it('that is accepted twice at once is one booking, and the second payment is owed back', async () => {
    const { orderNo } = await offered()
    const [once, twice] = [await begin(orderNo), await begin(orderNo)]
    await Promise.all([once(now), twice(now)])
    expect((await holders()).map(({ state }) => state)).toEqual(['confirmed'])
    expect(await db.selectFrom('refunds_due').select('reason').execute()).toEqual([{ reason: 'double-payment' }])
    await offer()
    expect(await served()).toEqual([0])
    expect(await brokenInvariants(db, now)).toEqual([])
  })

  it('that is declined and paid at once is one of both: the next in line is offered it, or nobody', async () => {
    for (let round = 0; round < 6; round++) {
      await empty()
      const { id, orderNo } = await offered(2)
      const pay = await begin(orderNo)
      const deeds = [() => pay(now), () => cancelOrder(db, id, now)]
      const [, cancelled] = await Promise.all(
        round % 2
          ? deeds
              .toReversed()
              .map((deed) => deed())
              .toReversed()
          : deeds.map((deed) => deed()),
      )
      await offer()
      const isDeclined = (cancelled as { ok: boolean }).ok
      expect(await served()).toEqual(isDeclined ? [0, 1] : [0])
      expect(await db.selectFrom('refunds_due').select('id').execute()).toHaveLength(isDeclined ? 1 : 0)
      expect(await brokenInvariants(db, now)).toEqual([])
    }
  })

  it('that lapses while it is paid is one of both', async () => {
    for (let round = 0; round < 6; round++) {
      await empty()
      const { orderNo, payBefore } = await offered(2)
      const over = new Date(payBefore.getTime() + 1000)
      const pay = await begin(orderNo)
      await Promise.all([pay(over), expireUnpaidOrders(db, over), offer(over), press(over, 40)])
      await offer(over)
      const order = await db.selectFrom('orders').select('state').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
      expect(await served()).toEqual(order.state === 'confirmed' ? [0] : [0, 1])
      expect((await holders()).filter((one) => !one.offered)).toEqual([])
      expect(await brokenInvariants(db, over)).toEqual([])
    }
  })

  it('goes down the line as each lets it lapse, and is free at the end', async () => {
    await offered()
    let when = now
    for (let turn = 1; turn < waiting.length; turn++) {
      when = new Date((await holders()).at(-1)!.payBefore.getTime())
      await expireUnpaidOrders(db, when)
      await offer(when)
    }
    expect(await served()).toEqual(waiting.map((_, n) => n))
    when = new Date((await holders()).at(-1)!.payBefore.getTime())
    await expireUnpaidOrders(db, when)
    await offer(when)
    expect(await press(when)).toBe(1)
    expect(await brokenInvariants(db, when)).toEqual([])
  })

  it('is not made to who withdraws at the same moment, and is made to the next', async () => {
    const orderId = await full()
    const { id } = await db.selectFrom('wishes').select('id').where('member_id', '=', waiting[0]!).executeTakeFirstOrThrow()
    await cancelOrder(db, orderId, now)
    const [withdrawn] = await Promise.all([withdrawWish(db, { id, memberId: waiting[0]! }, now), offer(), offer()])
    await offer()
    expect(await served()).toEqual([withdrawn.ok ? 1 : 0])
  })
})

describe('one member', () => {
  beforeEach(async () => {
    const wanted = [1, 2, 3, 4, 5, 6, 7, 8].map((space) => ({
      holder: randomUUID(),
      space,
      period: { start: momentAt(day, 0), end: momentAt(day, 1440) },
    }))
    await takeSpaces(db, wanted, { kind: 'block', memberId: null, holdUntil: null }, now)
  })
  const ask = (n: number) =>
    makeWish(
      { db, catalogues },
      {
        memberId: owner,
        sport: 'badminton',
        facilityId: null,
        courtId: null,
        day,
        from: (6 + n) * 60,
        to: (8 + n) * 60,
        minutes: 60,
        courts: 1,
        notAfter: undefined,
      },
      now,
    )

  it('has at most five open wishes, however often they press', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)))
    expect(made.filter(({ ok }) => ok)).toHaveLength(5)
    for (const one of made) if (!one.ok) expect(one.refusal).toEqual({ code: 'too_many_wishes', allowed: 5 })
    // The same wish again is the wish that exists.
    const first = made.findIndex(({ ok }) => ok)
    expect(await ask(first)).toEqual(made[first])
  })

  it('has more with the lock on the member taken away: the control', async () => {
    const made = await withoutFunction(db, 'lock_members', () => Promise.all(Array.from({ length: 12 }, (_, n) => ask(n))))
    expect(made.filter(({ ok }) => ok).length).toBeGreaterThan(5)
  })
})

describe('at night', () => {
  const night = momentAt(dayOf(now), 23 * 60)
  const nextMinute = new Date(night.getTime() + 60_000)
  const morning = momentAt(addDays(dayOf(now), 1), 8 * 60)
  const offeredTo = async () => (await holders()).map(({ memberId }) => waiting.indexOf(memberId))

  async function freedAtNight(count: number): Promise<void> {
    await full(count)
    await expireUnpaidOrders(db, night)
    await offer(night)
  }
  const withdraw = async (place: number, when: Date) => {
    const { id } = await db.selectFrom('wishes').select('id').where('member_id', '=', waiting[place]!).executeTakeFirstOrThrow()
    await withdrawWish(db, { id, memberId: waiting[place]! }, when)
  }

  it('freed floor is decided about once, held until the morning, and then offered to the first in line', async () => {
    await freedAtNight(2)
    expect(await hasFreedFloor(db, nextMinute)).toBe(false)
    await offer(nextMinute)
    expect([await press(nextMinute, 5), await offeredTo()]).toEqual([0, []])
    expect(await hasFreedFloor(db, morning)).toBe(true)
    await offer(morning)
    expect(await offeredTo()).toEqual([0])
    expect(await hasFreedFloor(db, morning)).toBe(false)
  })

  it('freed floor stays with the line when the first in it withdraws, and is let go when nobody is left', async () => {
    await freedAtNight(2)
    await withdraw(0, nextMinute)
    await offer(nextMinute)
    expect([await press(nextMinute, 5), await hasFreedFloor(db, nextMinute)]).toEqual([0, false])
    await withdraw(1, nextMinute)
    await offer(nextMinute)
    expect(await press(nextMinute, 5)).toBe(1)
  })

  it('another run takes as many statements however much floor is left until the morning', async () => {
    await freedAtNight(1)
    const one = await statementsOfRun(nextMinute)
    await sql`
      insert into freed_floor (id, facility_id, during, freed_at, decide_at, waits_for)
      select gen_random_uuid(), f.facility_id, f.during, f.freed_at, f.decide_at, f.waits_for from freed_floor f, generate_series(1, 50)`.execute(
      db,
    )
    expect(await statementsOfRun(nextMinute)).toBe(one)
  })

  async function statementsOfRun(when: Date): Promise<number> {
    let count = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => (count++, node),
      transformResult: async ({ result }) => result,
    }
    await offerFreedFloor({ db: db.withPlugin(counter), catalogues }, when)
    return count
  }
})

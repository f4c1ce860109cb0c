import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { cancelOrder } from '#modules/orders/change-order.ts'
import { bookingOf, now, openClosingRace, type ClosingRace } from '#testing/closing-race.ts'
import { weekPlan } from '#testing/closures.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { paid } from '#testing/orders.ts'
import { unaudited } from '#testing/unaudited.ts'
import { liftClosure } from './lift-closure.ts'

let race: ClosingRace
let db: Db
let members: string[]
beforeAll(async () => {
  race = await openClosingRace(40)
  ;({ db, members } = race)
})
afterAll(() => race.close())
beforeEach(() => race.empty())

const settle = () => race.settle()

async function state() {
  const { rows } = await sql`
    select (select coalesce(array_agg(distinct state order by state), '{}') from orders) as states, (select coalesce(sum(amount), 0)::integer from refunds_due) as due,
      (select coalesce(array_agg(distinct kind), '{}') from occupancy) as held, (select count(*)::integer from closing_spaces) as closing`.execute(
    db,
  )
  return rows[0]!
}

describe('the whole centre in one run', () => {
  const centre = { ...weekPlan, facilityIds: [1, 2, 3] }
  /** Tuesday on the courts of the hall and of the arena. */
  const bookAnywhere = (n: number, by = members[n]!) =>
    race.book(by, n % 2 === 0 ? bookingOf(n) : { ...bookingOf(n), courtId: 11 + (n % 4 === 1 ? 0 : 1) })

  const pay = async (which: number[]) => {
    for (const placed of await Promise.all(which.map((n) => bookAnywhere(n)))) if (placed.ok) await paid(db, placed.value.orderNo, now)
  }

  it('while forty members book in all of its facilities: afterwards nobody holds anything there', async () => {
    await pay([0, 1, 2, 3])
    const accept = async (): Promise<void> => {
      if (!(await race.start(centre)).ok) await accept()
    }
    const rush = Array.from({ length: 36 }, (_, n) => bookAnywhere(n + 4))
    const [, ...booked] = await Promise.all([accept().then(() => Promise.all([settle(), settle()])), ...rush])
    for (const one of booked) if (!one.ok) expect(one.refusal.code).toBe('period_taken')
    await settle()
    expect(await state()).toMatchObject({ states: ['venue-cancelled'], due: 2 * 300 + 2 * 700, held: ['closure'], closing: 0 })
    expect(await brokenInvariants(db, now)).toEqual([])
  })

  it('would let somebody in where one facility is not kept, so the test above means something', async () => {
    const unpaid = await bookAnywhere(1)
    await race.start(centre)
    if (!unpaid.ok) throw new Error('not placed')
    await cancelOrder(db, await race.idOf(unpaid.value.orderNo), now)
    expect(await bookAnywhere(1, members[30])).toMatchObject({ ok: false, refusal: { code: 'period_taken' } })
    await sql`delete from closing_spaces where space_id in (select id from spaces where facility_id = 2)`.execute(db)
    expect((await bookAnywhere(1, members[30])).ok).toBe(true)
  })

  it('opened in one facility before its turn: its bookings stay, those of the others are cancelled', async () => {
    await pay([0, 1])
    const started = await race.start(centre)
    if (!started.ok) throw new Error(started.refusal.code)
    const lifting = { id: started.value.id, by: members[0]!, facilityId: 2 }
    expect(
      await liftClosure({ db, catalogues: race.catalogues, serveFirst: async () => 0, canText: true }, lifting, unaudited, now),
    ).toMatchObject({
      value: { kept: 1, facilityIds: [2] },
    })
    expect((await bookAnywhere(3, members[30])).ok).toBe(true)
    await settle()
    const { rows } = await sql<{ is: string }>`select court_id || ' ' || state as is from closure_items order by court_id`.execute(db)
    expect(rows.map((row) => row.is)).toEqual(['1 cancelled', '11 kept'])
    expect(await brokenInvariants(db, now)).toEqual([])
  })
})

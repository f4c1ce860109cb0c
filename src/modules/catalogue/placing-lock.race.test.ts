import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { fault } from '#testing/feedback.ts'
import { stoppingPlace, untilPlacingBlocked } from '#testing/moments.ts'
import { at, jobsRanUntil, paid, placed } from '#testing/orders.ts'
import { communityCalls, newRound, onDays, submitted } from '#testing/preorders.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { changeCatalogueIn } from './change-catalogue.ts'
import type { FacilityFile } from './file-wire.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'
import { templateFile } from './templates.ts'

let service: TestService
let manager: TestMember
let club: TestMember
const { edit, submit } = communityCalls(() => service)

/** When a change pauses: before it locks what it has found, or behind the locks, after it has looked again. */
type Pause = { beforeLocks?: () => Promise<void>; behindLocks?: () => Promise<void> }

const change = async (facility: FacilityFile, trx: Parameters<typeof changeCatalogueIn>[0], pause: Pause = {}) => {
  const releasing: typeof releaseDates = async (asking, ids, now, closureId, whenLocked) => {
    await pause.beforeLocks?.()
    return releaseDates(asking, ids, now, closureId, async () => {
      await whenLocked?.()
      await pause.behindLocks?.()
    })
  }
  const wanted = {
    changes: { facilities: [facility] },
    mode: 'merge' as const,
    basedOn: undefined,
    reason: '',
    confirmTouched: 99,
    by: null,
  }
  const changed = await changeCatalogueIn(trx, { releaseDates: releasing }, wanted, async () => {}, service.clock.now())
  if (!changed.ok) throw new Error(JSON.stringify(changed.refusal))
}
const write = (facility: FacilityFile) => service.db.transaction().execute((trx) => change(facility, trx))

const hall = async (closes: string): Promise<FacilityFile> => {
  const facility = (await readCatalogueFile(service.db)).facilities.find(({ code }) => code === 'BAD')!
  return { ...facility, timetables: facility.timetables.map((one) => ({ ...one, hours: one.hours.map((open) => ({ ...open, closes })) })) }
}

beforeAll(async () => {
  service = await openTestService()
  await write(templateFile('badminton-hall', '2026-01-01').facilities![0]!)
  manager = await service.newMember({ role: 'manager' })
  club = await service.newMember({ communityName: '羽球社' })
  await newRound(service, {}, { facilities: [{ venue1stId: 1, opens: '06:00', closes: '22:00' }] })
})
afterAll(() => service.close())
beforeEach(async () => {
  await emptyTables(service.db, 'occupancy, blocks, outbox, order_items, orders, preorder_dates, preorders')
  await write(await hall('22:00'))
  // The next change comes by another process: this one has the catalogue of before in its cache.
  await service.call('POST', '/api/Order/Member/Schedule', { body: { venue1stId: 1, date: '2026-11-17' } })
})

/** A change that has written everything, and stops before it cancels the bookings that it has found. Goes on by itself at the end. */
async function changeUntilCancelling(facility: FacilityFile, when: keyof Pause = 'beforeLocks') {
  const { stop, reached, goOn } = stoppingPlace()
  const committed = service.db.transaction().execute((trx) => change(facility, trx, { [when]: stop }))
  await Promise.race([reached, committed])
  return { commit: () => (goOn(), committed) }
}

/** Floor that is taken after 21:00, and items of orders at that time, with floor or without. */
async function lateOnes(): Promise<number> {
  const { rows } = await sql`
    select from (
      select during from occupancy where kind in ('order', 'preorder')
      union all
      select i.during from order_items i join orders o on o.id = i.order_id where i.state = 'active' and o.state in ('awaiting-payment', 'confirmed')
    ) as taken where (upper(during) at time zone 'Asia/Taipei')::time > '21:00'`.execute(service.db)
  return rows.length
}

/** Makes the shared lock do nothing. The functions are made anew, because connections keep them as they were parsed. */
async function withoutSharedLock(work: () => Promise<void>): Promise<void> {
  const remake = async () => {
    for (const name of ['place_orders', 'submit_preorders']) {
      const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(service.db)
      await sql.raw(rows[0]!.text).execute(service.db)
    }
  }
  await sql`create function pg_advisory_xact_lock_shared(integer) returns void language sql as 'select'`.execute(service.db)
  await remake()
  try {
    await work()
  } finally {
    await sql`drop function pg_advisory_xact_lock_shared(integer)`.execute(service.db)
    await remake()
  }
}

const late = onDays(101, ['2027-01-05'], '20:00', '22:00')
const early = onDays(101, ['2027-01-05'], '18:00', '20:00')

/** Ways to floor after 21:00. `prepare` answers the call that takes it. */
const ways: Record<string, () => Promise<() => Promise<unknown>>> = {
  'an order': async () => {
    const member = await service.newMember()
    return () => placed(service, member, [at(101, 17, 21)]).catch(() => {})
  },
  'a pre-order': async () => () => submit(club, [late]),
  'an edit of a pre-order': async () => {
    const orderNo = await submitted(service, club, [early])
    return () => edit(club, orderNo, [late])
  },
  'the approval of a pre-order': async () => {
    const orderNo = await submitted(service, club, [late])
    return () => service.call('POST', '/api/Staff/PreOrder/Review', { as: manager, body: { orderNo, decision: 'approved' } })
  },
}

describe.each(Object.keys(ways))('%s, while a change shortens the hours and cancels what is outside', (way) => {
  async function race(): Promise<void> {
    const take = await ways[way]!()
    // The pre-order that is approved is locked itself: the others take floor that the change has not found.
    const changing = await changeUntilCancelling(await hall('21:00'), way.startsWith('the approval') ? 'beforeLocks' : 'behindLocks')
    const taken = take()
    await untilPlacingBlocked(service.db, taken)
    await changing.commit()
    await taken
  }

  it('takes no floor outside the new hours', async () => {
    await race()
    expect(await lateOnes()).toBe(0)
  })

  it('takes it without the shared lock, so the test above means something', async () => {
    await withoutSharedLock(race)
    expect(await lateOnes()).toBeGreaterThan(0)
  })
})

describe('a closure of the whole facility, while a change adds a court', () => {
  async function race(code: string): Promise<number> {
    const facility = await hall('22:00')
    const changing = await changeUntilCancelling({
      ...facility,
      courts: [...facility.courts, { code, name: { tw: `羽球場 ${code}`, en: `Court ${code}` } }],
    })
    const body = { venue1stId: 1, date: '2026-11-20', reasonTw: '颱風', reasonEn: 'Typhoon' }
    const closed = service.call('POST', '/api/Staff/Facility/Close', { as: manager, body })
    await untilPlacingBlocked(service.db, closed)
    await changing.commit()
    expect((await closed).status).toBe(200)
    const { rows } =
      await sql`select from spaces s where facility_id = 1 and not exists (select from occupancy o where o.space_id = s.id)`.execute(
        service.db,
      )
    return rows.length
  }

  it('closes the new court too', async () => {
    expect(await race('B7')).toBe(0)
  })

  it('leaves it open without the shared lock, so the test above means something', async () => {
    await withoutSharedLock(async () => expect(await race('B8')).toBe(1))
  })
})

describe('a ticket that closes a court, while a change cancels a booking there', () => {
  /** The bookings that the ticket takes and that the change takes. */
  async function race() {
    const orderNo = await placed(service, await service.newMember(), [at(101, 17, 21)])
    await paid(service.db, orderNo, service.clock.now())
    const { ticketNo } = (await service.call('POST', '/api/Repair2', { as: club, body: { ...fault, venue2ndId: 101 } })).body
    const changing = await changeUntilCancelling(await hall('21:00'))
    const body = { ticketNo, start: at(101, 17, 20).start, end: at(101, 17, 21).end, seen: { bookings: 1, back: 500 } }
    const closed = service.call('POST', '/api/Staff/Report/Block', { as: manager, body })
    await untilPlacingBlocked(service.db, closed)
    await changing.commit()
    return closed
  }

  it('waits, and is told that what it has seen is gone', async () => {
    expect(await race()).toMatchObject({ status: 409, body: { code: 'block_changed', bookings: 0, back: 0 } })
  })

  it('takes it from the change that has counted it, without the shared lock, so the test above means something', async () => {
    await withoutSharedLock(async () => expect(await race()).toMatchObject({ body: { items: 1, owed: 500 } }))
  })
})

it('a payment that comes after the order has expired takes no floor outside the new hours, and is owed back', async () => {
  const member = await service.newMember()
  const orderNo = await placed(service, member, [at(101, 17, 20), at(101, 17, 21)])
  const { pay_before: payBefore } = await service.db
    .selectFrom('orders')
    .select('pay_before')
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  service.clock.advance(payBefore!.getTime() - service.clock.now().getTime() + 60_000)
  await service.keepSessions()
  await jobsRanUntil(service.db, service.clock.now())
  await write(await hall('21:00'))
  await paid(service.db, orderNo, service.clock.now())
  expect(await lateOnes()).toBe(0)
  const order = await service.db.selectFrom('orders').select(['state', 'amount']).where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  expect(order, 'the hour that is still open is theirs').toEqual({ state: 'confirmed', amount: 500 })
})

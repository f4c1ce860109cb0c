import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Trx } from '#db/connect.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { begun, untilBlocked } from '#testing/moments.ts'
import { at, paid, placed, type Item } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'

let service: TestService
let manager: TestMember
beforeEach(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  manager = await service.newMember({ role: 'manager' })
})
afterEach(() => service.close())

async function booked(item: Item) {
  const me = await service.newMember()
  const orderNo = await placed(service, me, [item])
  await paid(service.db, orderNo, service.clock.now())
  return { me, orderNo }
}
const states = async () =>
  (await service.db.selectFrom('orders').select('state').where('confirmed_at', 'is not', null).execute())
    .map(({ state }) => state)
    .toSorted()
const owed = async () =>
  (await service.db.selectFrom('refunds_due').select('amount').execute()).reduce((sum, { amount }) => sum + amount, 0)
const left = async () => (await service.db.selectFrom('bookings_to_cancel').select('item_id').execute()).length
async function closeDay(day: string) {
  const { revisions } = (await service.call('GET', '/api/Staff/Catalogue', { as: manager })).body
  const holiday = { day, name: { tw: '館慶', en: 'Anniversary' }, closed: true }
  return service.call('POST', '/api/Staff/Catalogue/Change', {
    as: manager,
    body: { changes: { holidays: [holiday] }, basedOn: revisions, reason: '館慶整修', confirmTouched: 9 },
    headers: { 'idempotency-key': randomUUID() },
  })
}

/** Somebody holds the order that is cancelled last, so that the run waits for it half way, and does something to it at the end. */
const heldLast = (deed?: (trx: Trx) => Promise<unknown>) =>
  begun(
    service.db,
    (trx) => sql`select from orders where id = (select max(id::text)::uuid from orders where state = 'confirmed') for update`.execute(trx),
    deed,
  )

it('holds nobody who books another day while it cancels, and nobody can book the closed one', async () => {
  for (const court of [1, 2, 3]) await booked(at(court, 20, 19))
  const stranger = await service.newMember()
  const last = await heldLast()
  const closing = closeDay('2026-11-20')
  await untilBlocked(service.db, closing)
  expect(await left(), 'one is waited for').toBe(1)
  await placed(service, stranger, [at(1, 21, 19)])
  const refused = await service.call('POST', '/api/Order/Member', {
    as: stranger,
    body: { items: [at(4, 20, 19)] },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
  await last.commit()
  const closed = await closing
  expect(closed).toMatchObject({ status: 200, body: { touched: { count: 3, refund: 1500 } } })
  expect([await states(), await owed(), await left()]).toEqual([Array(3).fill('venue-cancelled'), 1500, 0])
  expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
})

it('goes on where a process died half way', async () => {
  for (const court of [1, 2, 3]) await booked(at(court, 20, 19))
  const last = await heldLast()
  const closing = closeDay('2026-11-20')
  await untilBlocked(service.db, closing)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    service.db,
  )
  expect((await closing).status).toBeGreaterThanOrEqual(500)
  await last.commit()
  expect([await states(), await owed(), await left()]).toEqual([['confirmed', 'venue-cancelled', 'venue-cancelled'], 1000, 1])
  await service.jobs.send(service.db, 'cancel-without-place', {})
  await service.jobsDone('cancel-without-place')
  expect([await states(), await owed(), await left()]).toEqual([Array(3).fill('venue-cancelled'), 1500, 0])
  const why = await service.db.selectFrom('order_items').select(['removed_by', 'removed_reason_tw']).execute()
  expect(why, 'all say who and why').toEqual([1, 2, 3].map(() => ({ removed_by: manager.id, removed_reason_tw: '館慶整修' })))
  await service.writeLetters()
  const letters = await service.db.selectFrom('messages').select('body').where('body', 'like', '%館慶整修%').execute()
  expect(letters, 'every member is told the reason').toHaveLength(3)
  expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
})

it('leaves a booking alone that was moved meanwhile', async () => {
  await booked(at(1, 20, 19))
  const last = await heldLast((trx) => trx.updateTable('order_items').set({ court_id: 2 }).execute())
  const closing = closeDay('2026-11-20')
  await untilBlocked(service.db, closing)
  await last.commit()
  expect((await closing).status).toBe(200)
  expect([await states(), await left()]).toEqual([['confirmed'], 0])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Trx } from '#db/connect.ts'
import { mergeMembers, previewMerge, type MergeDeps } from '#modules/people/merge-members.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { untilBlocked } from '#testing/moments.ts'
import { at, paid, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { unaudited } from '#testing/unaudited.ts'
import { withoutFunction } from '#testing/without-guards.ts'
import { mergeLateRows, openMerging } from './members.ts'

let service: TestService
let deps: MergeDeps
let one: TestMember
let two: TestMember
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
  const { db, jobs, tokens, ways } = service
  deps = openMerging({ db, jobs, tokens, ways, publicUrl: '', canText: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  one = await service.newMember()
  two = await service.newMember()
})

let court = 0
let hour = 7
/** Another free hour for every booking. */
const free = () => at((court = (court % 8) + 1), 20, (hour = hour === 17 ? 8 : hour + 1))

/** Merges `from` into `into`. `during` is called inside the transaction, after all rows were moved and before the commit. */
async function merge(into: TestMember, from: TestMember, during?: () => Promise<void>) {
  const merging = { from: from.id, into: into.id }
  const now = service.clock.now()
  const preview = await previewMerge(service.db, merging, ['admin'], now)
  const waiting: MergeDeps = {
    ...deps,
    async mergeRows(trx: Trx, both, at_) {
      await deps.mergeRows(trx, both, at_)
      await during?.()
    },
  }
  const revision = preview.ok ? preview.value.revision : ''
  return mergeMembers(waiting, { ...merging, revision, reason: '', roles: ['admin'] }, unaudited, now)
}

const book = (as: TestMember) =>
  service.call('POST', '/api/Order/Member', { as, body: { items: [free()] }, headers: { 'idempotency-key': randomUUID() } })
const ordersOf = async (who: TestMember) =>
  (await service.db.selectFrom('orders').select('order_no').where('member_id', '=', who.id).execute()).length

async function bookDuringMerge() {
  await placed(service, two, [free()])
  let booking: ReturnType<typeof book> | undefined
  const merged = await merge(one, two, async () => {
    booking = book(two)
    await untilBlocked(service.db, booking)
  })
  expect(merged.ok).toBe(true)
  return booking!
}

describe('a double that books while it is merged', () => {
  it('waits, and is told that it is gone: no order is left behind', async () => {
    const booked = await bookDuringMerge()
    expect(booked.status).toBeGreaterThanOrEqual(400)
    expect([await ordersOf(one), await ordersOf(two)]).toEqual([1, 0])
  })

  it('leaves an order behind without the lock on the members, so the test above means something', async () => {
    expect((await withoutFunction(service.db, 'lock_members', bookDuringMerge)).status).toBe(201)
    expect([await ordersOf(one), await ordersOf(two)]).toEqual([1, 1])
    // The job that looks once more finds what came late.
    await service.db.transaction().execute((trx) => mergeLateRows(trx, two.id, service.clock.now()))
    expect([await ordersOf(one), await ordersOf(two)]).toEqual([2, 0])
  })
})

/** Both directions, each previewed before the other has begun. */
async function mergeBothWays() {
  let second: ReturnType<typeof merge> | undefined
  const first = await merge(one, two, async () => {
    second = merge(two, one)
    await untilBlocked(service.db, second)
  })
  return [first, await second!] as const
}
const closed = async () =>
  (await service.db.selectFrom('members').select('id').where('id', 'in', [one.id, two.id]).where('closed_at', 'is not', null).execute())
    .length

describe('two desks that merge two people into each other at once', () => {
  it('one of them wins, and the other is told', async () => {
    const [first, second] = await mergeBothWays()
    expect(first.ok).toBe(true)
    expect(second).toEqual({ ok: false, refusal: { code: 'already_merged' } })
    expect(await closed()).toBe(1)
  })

  it('the second is an error of the database without the lock on the members, so the test above means something', async () => {
    await expect(withoutFunction(service.db, 'lock_members', mergeBothWays)).rejects.toThrow('members_merged_are_closed')
  })
})

it(
  'merging among bookings, payments and cancellations of both ends without a deadlock and loses no money',
  { timeout: 60_000 },
  async () => {
    const pairs = await Promise.all(Array.from({ length: 6 }, async () => [await service.newMember(), await service.newMember()] as const))
    const orders = new Map<TestMember, string[]>()
    for (const who of pairs.flat()) orders.set(who, [await placed(service, who, [free()]), await placed(service, who, [free()])])
    const works = pairs.flatMap(([kept, double]): (() => Promise<unknown>)[] => [
      () => merge(kept, double),
      ...[kept, double].flatMap((who) => [
        () => paid(service.db, orders.get(who)![0]!, service.clock.now()),
        () => service.call('PUT', '/api/Order', { as: who, body: { orderNo: orders.get(who)![1], status: 'cancelled' } }),
        async () => expect((await book(who)).status).toBeLessThan(500),
      ]),
    ])
    await Promise.all(works.map((work) => work()))
    // Those that were told that something had changed meanwhile.
    for (const [kept, double] of pairs) await merge(kept, double)
    for (const [kept, double] of pairs) expect([(await ordersOf(kept)) >= 4, await ordersOf(double)]).toEqual([true, 0])
    expect(await brokenInvariants(service.db, service.clock.now())).toEqual([])
  },
)

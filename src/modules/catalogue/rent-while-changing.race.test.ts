import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Trx } from '#db/connect.ts'
import { lockerOrder } from '#modules/lockers/rent-locker.ts'
import { findLocker, insertRental } from '#modules/lockers/store.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { lockerCalls, type LockerService } from '#testing/locker-service.ts'
import { fewLockers } from '#testing/lockers.ts'
import { begun, untilBlocked } from '#testing/moments.ts'
import { newMembers } from '#testing/small-centre.ts'
import { openTestService } from '#testing/test-service.ts'
import { unaudited } from '#testing/unaudited.ts'
import { withFunction } from '#testing/without-guards.ts'
import { changeCatalogueIn } from './change-catalogue.ts'
import type { WholeFile } from './file.ts'
import { previewChange } from './preview-change.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'
import { writeParts } from './write-parts.ts'

let lockerService: LockerService
let members: string[]
const { rent, pay } = lockerCalls(() => lockerService)
const db = () => lockerService.service.db
const now = () => lockerService.service.clock.now()
const later = (days: number) => new Date(now().getTime() + days * 86_400_000)

beforeAll(async () => {
  const service = await openTestService()
  const [me, other, desk] = [await service.newMember(), await service.newMember(), await service.newMember({ role: 'desk' })]
  lockerService = { service, me, other, desk }
  members = await newMembers(db(), 6)
})
afterAll(() => lockerService.service.close())
/** Lockers 1 to 4, of which somebody had the first one once: it is retired where the others are deleted. */
beforeEach(async () => {
  await emptyTables(db(), 'lockers, locker_prices, locker_sizes, locker_terms, locker_rentals, outbox, orders, refunds_due')
  await fewLockers(db())
  await sql`
    insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at, closed_at)
    values (gen_random_uuid(), 1, ${members[5]}, 'returned', 500, ${now()}, ${now()}, ${later(1)}, ${now()})`.execute(db())
})

const wanted = (lockers: WholeFile['lockers']) => ({ changes: { lockers }, mode: 'merge' as const, basedOn: undefined })
const without = (wall: string, { sizes, walls }: WholeFile['lockers']) => ({ sizes, walls: walls.filter((one) => one.wall !== wall) })
const read = async () => (await readCatalogueFile(db())).lockers

async function change(trx: Trx, lockers: WholeFile['lockers']): Promise<string> {
  const asked = { ...wanted(lockers), reason: '', confirmTouched: 0, by: null }
  const changed = await changeCatalogueIn(trx, { releaseDates }, asked, unaudited, now())
  if (changed.ok) return 'changed'
  return changed.refusal.code === 'catalogue_invalid' ? changed.refusal.problems.map(({ code }) => code).join() : changed.refusal.code
}

/** Lockers that somebody has and that are no longer there. */
async function lostLockers(): Promise<number> {
  const { rows } = await sql`
    select from locker_rentals r join lockers l on l.id = r.locker_id where r.state in ('reserved', 'active') and l.retired_at is not null`.execute(
    db(),
  )
  return rows.length
}

/** A locker is rented, by a call or by a late payment, while a change that has taken its wall away is not committed yet. */
async function takeDuring(take: () => Promise<unknown>): Promise<unknown> {
  const lockers = without('A', await read())
  const changing = await begun(db(), (trx) => change(trx, lockers))
  const taken = take()
  await untilBlocked(db(), taken)
  expect(await changing.commit()).toBe('changed')
  return taken
}

/** A reservation of the first locker that was not paid in time. Answers its payment. */
async function lapsed(): Promise<() => Promise<unknown>> {
  const { orderNo } = (await rent(1)).body
  await sql`update orders set state = 'expired', pay_before = ${now()} where order_no = ${orderNo}`.execute(db())
  await sql`update locker_terms set state = 'lapsed'`.execute(db())
  await sql`update locker_rentals set state = 'lapsed', closed_at = ${now()} where state = 'reserved'`.execute(db())
  return () => pay(orderNo)
}

describe('a change of the lockers and a rental at once', () => {
  it('a change waits for a rental that has begun, and is refused', async () => {
    const lockers = without('A', await read())
    const request = { memberId: members[0]!, lockerId: 1, term: 'month', idempotencyKey: 'one' } as const
    const renting = await begun(db(), async (trx) => {
      const locker = (await findLocker(trx, 1))!
      return insertRental(trx, lockerOrder(request, { locker, deposit: 500, target: 1 }, now()), 1, later(1), now())
    })
    const changing = db()
      .transaction()
      .execute((trx) => change(trx, lockers))
    await untilBlocked(db(), changing)
    expect(await renting.commit()).toMatchObject({ again: false, amount: 650 })
    expect(await changing).toBe('lockers_rented')
    expect(await lostLockers()).toBe(0)
  })

  it('a rental waits for a change that has begun, and finds no locker', async () => {
    expect(await takeDuring(() => rent(1))).toMatchObject({ status: 404, body: { code: 'no_such_locker' } })
    expect(await takeDuring(() => rent(4)), 'one that stays is rented').toMatchObject({ status: 201 })
    expect(await lostLockers()).toBe(0)
  })

  it('a payment that comes after the reservation has lapsed does the same, and is owed back', async () => {
    expect(await takeDuring(await lapsed())).toBe('refund-due')
    expect(await lostLockers()).toBe(0)
  })

  it('a rental that has waited for a change of prices costs what the locker costs then', async () => {
    const { sizes, walls } = await read()
    const dearer = sizes.map((size) => ({ ...size, terms: size.terms.map((term) => ({ ...term, price: term.price + 30 })) }))
    const changing = await begun(db(), (trx) => change(trx, { sizes: dearer, walls }))
    const renting = rent(1)
    await untilBlocked(db(), renting)
    await changing.commit()
    expect((await renting).body).toMatchObject({ amount: 680 })
  })
})

describe('without the locks', () => {
  it.each([
    ['a rental', async () => () => rent(1)],
    ['a late payment', lapsed],
  ] as const)('%s takes a locker that is being retired, so the tests above mean something', async (_, prepare) => {
    const take = await prepare()
    await withFunction(
      db(),
      'keep_locker',
      (text) => text.replace('for key share', ''),
      () => takeDuring(take),
    )
    expect(await lostLockers()).toBe(1)
  })

  it('a change that only looks retires a locker that has just been rented, so the tests above mean something', async () => {
    const lockers = without('A', await read())
    await db()
      .transaction()
      .execute(async (trx) => {
        const preview = await previewChange(trx, wanted(lockers), now())
        expect(preview.errors).toEqual([])
        expect((await rent(1)).status).toBe(201)
        await writeParts(trx, preview, { by: null }, now())
      })
    expect(await lostLockers()).toBe(1)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { momentAt } from '#lib/zone.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { serveFirst } from '#modules/waiting/serve-first.ts'
import { now, openClosingRace, type ClosingRace } from '#testing/closing-race.ts'
import { stopAtEachStep } from '#testing/failing-db.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { begun, untilBlocked } from '#testing/moments.ts'
import { paid } from '#testing/orders.ts'
import { unaudited } from '#testing/unaudited.ts'
import { answerOffer, endOffers } from './answer-offer.ts'
import { liftClosure } from './lift-closure.ts'
import { everyWeekday, wholeDay, type ClosurePlan } from './rules.ts'
import { settleClosures } from './settle-closures.ts'

let race: ClosingRace
let db: Db
let catalogues: Catalogues
let members: string[]
const quiet = { error: () => undefined, info: () => undefined }

beforeAll(async () => {
  race = await openClosingRace(12)
  ;({ db, catalogues, members } = race)
})
afterAll(() => race.close())
const empty = () => race.empty()
beforeEach(empty)

const hour = (at: number) => ({ start: momentAt('2026-11-17', at * 60), end: momentAt('2026-11-17', (at + 1) * 60) })
const place = (member: number, courtId: number, at: number, when = now) => race.book(members[member]!, { courtId, period: hour(at) }, when)
/** A paid booking of court 1 at 19:00, which costs 500. */
async function book(): Promise<string> {
  const placed = await place(0, 1, 19)
  if (!placed.ok) throw new Error(placed.refusal.code)
  await paid(db, placed.value.orderNo, now)
  return (await db.selectFrom('order_items').select('id').executeTakeFirstOrThrow()).id
}
/** Court 1, the whole of Tuesday 17 November. */
const plan: ClosurePlan = {
  facilityIds: [1],
  courtIds: [1],
  fromDay: '2026-11-17',
  toDay: '2026-11-17',
  ...wholeDay,
  weekdays: everyWeekday,
}
async function start(): Promise<void> {
  const started = await race.start(plan, { choice: 'offer', by: members[9] })
  if (!started.ok) throw new Error(started.refusal.code)
}
const settle = (on = db, at = now) => race.settle({ on, at })
async function offered() {
  const item = await book()
  await start()
  await settle()
  const offer = await db.selectFrom('closure_offers').selectAll().where('state', '=', 'open').executeTakeFirstOrThrow()
  return { item, offer }
}
async function lift(on = db) {
  const { id } = await db.selectFrom('closures').select('id').executeTakeFirstOrThrow()
  return liftClosure({ db: on, catalogues, serveFirst, canText: true }, { id, by: members[9]! }, unaudited, now)
}
const answer = (offerId: string, accept: boolean, when = now, on = db) =>
  answerOffer({ db: on, catalogues }, { memberId: members[0]!, offerId, accept }, when)
type State = { item: string; parked: boolean; court: number; offer: string; owed: number; held: number }
const stateOf = async (): Promise<State> => {
  const { rows } = await sql<State>`
    select i.state as item, i.parked_at is not null as parked, i.court_id as court, (select string_agg(state, ' ') from closure_offers) as offer,
      (select coalesce(sum(amount), 0)::integer from refunds_due) as owed, (select count(*)::integer from occupancy where hold_until is not null) as held from order_items i`.execute(
    db,
  )
  return rows[0]!
}
const taken = { item: 'active', parked: false, court: 2, offer: 'accepted', owed: 0, held: 0 }
const givenBack = (offer: string) => ({ item: 'cancelled', offer, owed: 500, held: 0 })
const whole = async (when = now) => expect(await brokenInvariants(db, when)).toEqual([])

describe('other floor that is held for a booking on closed floor', { timeout: 60_000 }, () => {
  it('is the same hour on the next court, and nobody else gets it meanwhile', async () => {
    const { offer } = await offered()
    expect(offer).toMatchObject({ court_id: 2 })
    expect(await place(1, 2, 19)).toMatchObject({ ok: false, refusal: { code: 'period_taken' } })
    expect(await stateOf()).toMatchObject({ item: 'active', parked: true, held: 1, owed: 0 })
    await whole()
  })

  it('is taken once, by however many taps', async () => {
    const { offer } = await offered()
    const answers = await Promise.all(Array.from({ length: 6 }, () => answer(offer.id, true)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(await stateOf()).toMatchObject(taken)
    expect(await answer(offer.id, false)).toMatchObject({ ok: false, refusal: { code: 'offer_answered' } })
    await whole()
  })

  it('is taken or given back, not both, when yes and no arrive together', async () => {
    for (let round = 0; round < 6; round++) {
      await empty()
      const { offer } = await offered()
      const answers = await Promise.all([answer(offer.id, round % 2 === 0), answer(offer.id, round % 2 !== 0)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const state = await stateOf()
      expect(state).toMatchObject(state.offer === 'accepted' ? taken : givenBack('declined'))
      await whole()
    }
  })

  it('is taken or lapses, not both, in the second in which its time is up; the floor goes to one', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 9; round++) {
      await empty()
      const { item, offer } = await offered()
      const [just, late] = [new Date(offer.hold_until.getTime() - 1), offer.hold_until]
      // Of three rounds one lets the tap be first, one the lapse, and one whoever is faster.
      if (round % 3 === 0) await answer(offer.id, true, just)
      if (round % 3 === 1) await endOffers({ db, catalogues, log: quiet }, late)
      await Promise.all([answer(offer.id, true, just), endOffers({ db, catalogues, log: quiet }, late), place(1, 2, 19, late)])
      const { rows } = await sql<{ state: string; offer: string }>`
        select i.state, f.state as offer from order_items i join closure_offers f on f.item_id = i.id where i.id = ${item}`.execute(db)
      expect(['active accepted', 'cancelled lapsed']).toContain(`${rows[0]!.state} ${rows[0]!.offer}`)
      seen.add(rows[0]!.offer)
      await whole(late)
    }
    expect([...seen].toSorted()).toEqual(['accepted', 'lapsed'])
  })

  it('goes back in full without an answer, also when the job comes late; a booking that staff placed is left alone', async () => {
    const { offer } = await offered()
    const late = new Date(offer.hold_until.getTime() + 1)
    // No job has run: the hold has lapsed by itself.
    expect((await place(1, 2, 19, late)).ok).toBe(true)
    expect(await answer(offer.id, true, late)).toMatchObject({ ok: false, refusal: { code: 'offer_over' } })
    await settle(db, late)
    const { rows } = await sql<{ state: string }>`select state from order_items where id = ${offer.item_id}`.execute(db)
    expect(rows[0]!.state).toBe('cancelled')
    expect((await sql<{ sum: number }>`select sum(amount)::integer as sum from refunds_due`.execute(db)).rows[0]!.sum).toBe(500)
    await whole(late)
  })
})

it('a closure whose other floor is taken at the last moment is refused whole, and the next dry run names other floor', async () => {
  await book()
  // Such as money that comes late and takes its floor again: that does not wait for closures.
  const [space, holder] = [2, crypto.randomUUID()]
  const { start: from, end } = hour(19)
  const taking = await begun(db, (trx) =>
    sql`insert into occupancy (space_id, during, kind, holder_id) values (${space}, tstzrange(${from}, ${end}), 'block', ${holder})`.execute(
      trx,
    ),
  )
  const started = race.start(plan, { choice: 'offer', by: members[9] })
  await untilBlocked(db, started)
  await taking.commit()
  expect(await started).toMatchObject({ ok: false, refusal: { code: 'closure_changed' } })
  for (const table of ['closures', 'closure_items', 'closure_offers', 'blocks', 'closing_spaces'])
    expect((await sql`select from ${sql.table(table)}`.execute(db)).rows, table).toEqual([])
  await start()
  await settle()
  expect(await db.selectFrom('closure_offers').select(['court_id', 'state']).execute()).toEqual([{ court_id: 3, state: 'open' }])
})

describe('reopening early', { timeout: 120_000 }, () => {
  it('gives a booking its own floor back, or its member has answered first; nobody else gets it', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 9; round++) {
      await empty()
      const { offer } = await offered()
      const say = () => (round % 2 === 0 ? answer(offer.id, true) : answer(offer.id, false))
      if (round % 3 === 0) await say()
      if (round % 3 === 1) await lift()
      await Promise.all([lift(), say(), place(1, 1, 19), place(2, 1, 19)])
      const state = await stateOf()
      seen.add(state.offer)
      if (state.offer === 'withdrawn') expect(state).toMatchObject({ item: 'active', parked: false, court: 1, owed: 0, held: 0 })
      else expect(state.offer).toMatch(/accepted|declined/)
      await whole()
    }
    expect(seen).toContain('withdrawn')
    expect(seen.size).toBeGreaterThan(1)
  })

  it('has done nothing or all of it, when the process is killed at any step', async () => {
    await offered()
    await stopAtEachStep(db, lift, async () => {
      expect(await stateOf()).toMatchObject({ parked: true, offer: 'open', held: 1 })
      await whole()
    })
    expect(await stateOf()).toMatchObject({ item: 'active', parked: false, court: 1, offer: 'withdrawn', held: 0 })
    await whole()
  })
})

describe('the controls', () => {
  it('an offer whose hold is deleted cannot be taken when somebody else has the floor, and nothing is lost', async () => {
    const { offer } = await offered()
    await sql`delete from occupancy where holder_id = ${offer.id}`.execute(db)
    expect((await place(1, 2, 19)).ok).toBe(true)
    expect(await answer(offer.id, true)).toMatchObject({ ok: false, refusal: { code: 'offer_over' } })
    expect(await brokenInvariants(db, now)).toEqual([`an offer of other floor holds none: ${offer.id}`])
  })

  it('without the marks of the first answer, yes and no are both obeyed', async () => {
    const { item, offer } = await offered()
    expect((await answer(offer.id, true)).ok).toBe(true)
    expect(await answer(offer.id, false)).toMatchObject({ ok: false, refusal: { code: 'offer_answered' } })
    await sql`update closure_offers set state = 'open'`.execute(db)
    await sql`update order_items set parked_at = ${now}, parked_by = ${members[9]!}, moves = ${offer.moves} where id = ${item}`.execute(db)
    expect((await answer(offer.id, false)).ok).toBe(true)
    expect((await stateOf()).item).toBe('cancelled')
  })
})

describe('a process that is killed at any step', { timeout: 120_000 }, () => {
  it('of holding other floor has cancelled nothing and holds nothing; the next run goes on', async () => {
    await book()
    await start()
    const steps = await stopAtEachStep(
      db,
      // A piece that fails is written down and tried again; here the process dies with it.
      async (on) => {
        const stopped: unknown[] = []
        const log = { error: ({ err }: { err: unknown }) => void stopped.push(err), info: () => undefined }
        const shared = { catalogues, releaseDates, clock: { now: () => now }, moneyOwed: () => undefined }
        await settleClosures({ db: on, ...shared, log: log as never, isStopping: () => stopped.length > 0 })
        if (stopped.length > 0) throw stopped[0]
      },
      async () => {
        const { offer, held, item, owed } = await stateOf()
        expect([offer === null ? 0 : 1, item, owed]).toEqual([held, 'active', 0])
        // A piece that failed is tried again as often as the test stops it.
        await sql`update closure_items set tries = 0, state = case when state = 'failed' then 'waiting' else state end`.execute(db)
        await whole()
      },
    )
    expect(steps).toBeGreaterThan(10)
    expect(await stateOf()).toMatchObject({ item: 'active', parked: true, offer: 'open', held: 1 })
  })

  it('of an answer, or of a lapse, has done nothing or all of it', async () => {
    const { offer } = await offered()
    await stopAtEachStep(
      db,
      (on) => answer(offer.id, true, now, on),
      async () => {
        expect(await stateOf()).toMatchObject({ parked: true, offer: 'open', held: 1 })
        await whole()
      },
    )
    expect(await stateOf()).toMatchObject(taken)

    await empty()
    const second = await offered()
    const late = second.offer.hold_until
    const stopped: unknown[] = []
    const loud = { error: ({ err }: { err: unknown }) => void stopped.push(err) }
    await stopAtEachStep(
      db,
      async (on) => {
        stopped.length = 0
        await endOffers({ db: on, catalogues, log: loud as never }, late)
        if (stopped.length > 0) throw stopped[0]
      },
      async () => {
        expect(await stateOf()).toMatchObject({ item: 'active', parked: true, offer: 'open', owed: 0 })
        await whole(late)
      },
    )
    expect(await stateOf()).toMatchObject(givenBack('lapsed'))
    await whole(late)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { reviewPreOrder } from '#modules/preorders/review-preorder.ts'
import { openRounds } from '#modules/preorders/rounds.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { expireUnpaidOrders } from '#modules/orders/expire-unpaid-orders.ts'
import { aboutClub, ballotMoments, draw, enter, freeze, insertBallot, newClubs, wishFor } from '#testing/ballot-rounds.ts'
import { freshDb } from '#testing/postgres.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { answerOffer } from './answer-offer.ts'
import { findDraw, findManifest } from './draw-store.ts'
import { readEntries } from './entry-store.ts'
import { hashManifest } from './hashes.ts'
import { Draw, Manifest } from './manifest-wire.ts'
import { noteObjection } from './note-objection.ts'
import { lapseOffers, passOnDates } from './pass-on.ts'
import { rehearseDraw } from './rehearse-draw.ts'
import { saveEntry } from './save-entry.ts'

let db: Db
let close: () => Promise<void>
let clubs: string[]
let roundId: number
const { open, ended, due } = ballotMoments
const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)

beforeAll(async () => {
  ;({ db, close } = await freshDb(8))
  await smallCentre(db)
  clubs = await newClubs(db, 12)
})
afterAll(() => close())
beforeEach(async () => {
  await sql`truncate ballot_entries, ballot_manifests, rounds, occupancy, outbox, orders, preorders, rate_limits cascade`.execute(db)
  roundId = await insertBallot(db)
})

/** Everything that a freeze or a draw writes, counted. */
async function rows(): Promise<Record<string, number>> {
  const { rows: counted } = await sql<Record<string, number>>`
    select (select count(*) from ballot_manifests) as manifests, (select count(*) from ballot_entries where number is not null) as numbered,
      (select count(*) from ballot_draws) as draws, (select count(*) from ballot_turns) as turns, (select count(*) from ballot_substitutes) as substitutes,
      (select count(*) from ballot_entries where drawn is not null) as told, (select count(*) from preorders) as preorders,
      (select count(*) from preorder_dates) as dates, (select count(*) from occupancy) as spaces, (select count(*) from outbox) as events,
      (select count(*) from rounds where frozen_at is not null) as frozen, (select count(*) from rounds where drawn_at is not null) as drawn,
      (select count(*) from audit_log) as audited`.execute(db)
  return counted[0]!
}
const drawnOf = async () => Draw.parse(JSON.parse((await findDraw(db, roundId))!.draw))
const entryOf = async (memberId: string) => (await readEntries(db, roundId)).find((one) => one.memberId === memberId)!
const preOrdersOf = async (memberId: string) =>
  db.selectFrom('preorders').selectAll().where('member_id', '=', memberId).orderBy('created_at').execute()

/** Three clubs that want the same court at the same time, and nothing else. */
async function threeForOneCourt(): Promise<{ first: string; next: string; last: string }> {
  const some = clubs.slice(0, 3)
  for (const club of some) await enter(db, roundId, club, [wishFor({ courtId: 3 })])
  await freeze(db, roundId)
  const drawn = await draw(db, roundId)
  expect(drawn).toMatchObject({ ok: true, value: { periods: 1, clubs: 1 } })
  const byNumber = new Map((await readEntries(db, roundId)).map(({ number, memberId }) => [number, memberId]))
  const [first, next, last] = (await drawnOf()).order.map(({ entry }) => byNumber.get(entry)!)
  return { first: first!, next: next!, last: last! }
}

it('of two clubs with one registration number from before, one takes part: the other cannot enter, and an entry that it had is left out', async () => {
  const [first, second] = clubs as [string, string]
  for (const club of [first, second]) await enter(db, roundId, club, [wishFor()])
  await sql`update communities set shares_number = true where member_id = ${second}`.execute(db)
  const again = { ...aboutClub, memberId: second, roundId, version: 1, wishes: [wishFor()] }
  const { ok, ...refused } = await saveEntry({ db, catalogues: openCatalogues(db) }, again, open)
  expect([ok, refused]).toEqual([false, { refusal: { code: 'registration_no_taken' } }])
  await freeze(db, roundId)
  expect([(await entryOf(first)).number, (await entryOf(second)).number]).toEqual([1, null])
  await sql`update communities set shares_number = false`.execute(db)
})

describe('the freeze', () => {
  it('fixes entries by number, tickets, free dates and a value at least 24 hours away; its hash is that of the published text', async () => {
    await sql`insert into occupancy (space_id, during, kind, holder_id) values (3, '[2027-01-12 19:00+08, 2027-01-12 20:00+08)', 'block', gen_random_uuid())`.execute(
      db,
    )
    await enter(db, roundId, clubs[0]!, [wishFor({ courtId: 3 }), wishFor({ weekday: 4 })])
    await enter(db, roundId, clubs[1]!, [wishFor()])
    expect(await freeze(db, roundId, open)).toMatchObject({ ok: false, refusal: { code: 'window_open' } })
    expect(await freeze(db, roundId)).toMatchObject({ ok: true })
    expect(await freeze(db, roundId)).toMatchObject({ ok: false, refusal: { code: 'already_frozen' } })
    const frozen = (await findManifest(db, roundId))!
    const manifest = Manifest.parse(JSON.parse(frozen.manifest))
    expect(hashManifest(manifest)).toBe(frozen.hash)
    expect(manifest.entries).toMatchObject([1, 2].map((number) => ({ number, tickets: 1, newcomer: true })))
    expect(manifest.entries.map(({ wishes }) => wishes.length).toSorted()).toEqual([1, 2])
    const period = manifest.periods.find(({ court, weekday }) => court === 'C3' && weekday === 2)!
    expect(period).toMatchObject({ start: 1140, end: 1260, of: 13 })
    expect(period.dates).toHaveLength(12)
    expect(period.dates).not.toContain('2027-01-12')
    expect(new Date(manifest.drawAt).getTime() - ended.getTime()).toBeGreaterThanOrEqual(24 * 3_600_000)
    // The secret is not in what is published, its hash is.
    expect(frozen.manifest).not.toContain(frozen.secret!)
    const { rows: events } = await sql<{ n: number }>`select count(*) as n from outbox where topic = 'ballot'`.execute(db)
    expect(Number(events[0]!.n)).toBe(2)
  })

  it('takes no wish that comes later, and none from a club that is no longer approved', async () => {
    await enter(db, roundId, clubs[0]!, [wishFor()])
    await enter(db, roundId, clubs[1]!, [wishFor()])
    await sql`update communities set state = 'under-review' where member_id = ${clubs[1]!}`.execute(db)
    await freeze(db, roundId)
    await sql`update communities set state = 'approved' where member_id = ${clubs[1]!}`.execute(db)
    const manifest = Manifest.parse(JSON.parse((await findManifest(db, roundId))!.manifest))
    expect(manifest.entries).toHaveLength(1)
    const late = { title: '', purpose: '', contactName: '', contactPhone: '', headcount: 1, memberId: clubs[2]!, roundId, version: 0 }
    // Even by a clock that is behind.
    expect(await saveEntry({ db, catalogues: openCatalogues(db) }, { ...late, wishes: [wishFor()] }, open)).toMatchObject({
      ok: false,
      refusal: { code: 'window_closed' },
    })
  })

  it('gives one more ticket for each season of the sport in a row without luck, at most three more', async () => {
    const [unlucky, lucky] = clubs as [string, string]
    const past = [0, 1, 0, 0, 0, 0].map((drawn, n) => ({ drawn, at: new Date(`2026-0${6 - n}-01T00:00:00Z`) }))
    for (const { drawn, at } of past) {
      const id = await insertBallot(db)
      await sql`update rounds set frozen_at = ${at}, drawn_at = ${at} where id = ${id}`.execute(db)
      await enterPast(id, lucky, drawn)
      await enterPast(id, unlucky, 0)
    }
    for (const club of [unlucky, lucky]) await enter(db, roundId, club, [wishFor()])
    await freeze(db, roundId)
    expect((await entryOf(unlucky)).tickets).toBe(4)
    // Without luck once since the last time that it got something.
    expect((await entryOf(lucky)).tickets).toBe(2)
  })
  const enterPast = (id: number, memberId: string, drawn: number) =>
    sql`insert into ballot_entries (id, round_id, member_id, title, purpose, contact_name, contact_phone, headcount, created_at, changed_at, number, tickets, sport, drawn)
      values (gen_random_uuid(), ${id}, ${memberId}, '', '', '', '', 1, now(), now(), ${memberId === clubs[0] ? 1 : 2}, 1, 'badminton', ${drawn})`.execute(
      db,
    )
})

describe('the draw', () => {
  it('writes what was drawn as pre-orders that hold their floor, once, and opens the rest first-come', async () => {
    for (const [n, club] of clubs.entries())
      await enter(db, roundId, club, [
        wishFor(),
        wishFor({ weekday: 4 }),
        wishFor({ weekday: 2, start: 17 * 60, end: 19 * 60, courtId: (n % 8) + 1 }),
      ])
    expect(await draw(db, roundId)).toMatchObject({ ok: false, refusal: { code: 'not_frozen' } })
    await freeze(db, roundId)
    expect(await draw(db, roundId, hours(ended, 20))).toMatchObject({ ok: false, refusal: { code: 'not_due' } })
    const result = await draw(db, roundId)
    expect(result).toMatchObject({ ok: true, value: { periods: expect.any(Number), clubs: 12 } })
    const published = await drawnOf()
    const taken = published.turns.flatMap((turn) => turn.taken?.dates ?? [])
    const { spaces, dates, preorders } = await rows()
    expect([spaces, dates, preorders].map(Number)).toEqual([taken.length, taken.length, 12])
    const twice = await draw(db, roundId)
    expect(twice).toMatchObject({ ok: false, refusal: { code: 'already_drawn' } })
    const round = (await openRounds(db).find(roundId, due))!
    expect(round).toMatchObject({ mode: 'ballot', drawnAt: due, orderStart: due })
    expect(round.end > due).toBe(true)
  })

  it('with a manifest that was changed after the freeze is refused', async () => {
    await enter(db, roundId, clubs[0]!, [wishFor()])
    await freeze(db, roundId)
    await sql`update ballot_manifests set manifest = replace(manifest, '"tickets":1', '"tickets":2')`.execute(db)
    await expect(draw(db, roundId)).rejects.toThrow('changed after the freeze')
    expect(Number((await rows())['draws'])).toBe(0)
  })

  it('gives what an entry draws to its substitutes when an objection was accepted', async () => {
    for (const club of clubs.slice(0, 2)) await enter(db, roundId, club, [wishFor({ courtId: 3 })])
    const objection = { roundId, note: '未符合資格', isAccepted: true, by: clubs[5]! }
    const audit = auditAsService('a test', ended)
    expect(await noteObjection(db, { ...objection, entryNumber: 1 }, audit, open)).toMatchObject({ refusal: { code: 'not_frozen' } })
    await freeze(db, roundId)
    // Whichever is drawn first, both are passed over but one.
    expect(await noteObjection(db, { ...objection, entryNumber: 9 }, audit, ended)).toMatchObject({ refusal: { code: 'entry_missing' } })
    expect(await noteObjection(db, { ...objection, entryNumber: 1 }, audit, ended)).toMatchObject({ ok: true })
    await draw(db, roundId)
    expect(await noteObjection(db, { ...objection, entryNumber: 2 }, audit, due)).toMatchObject({ refusal: { code: 'already_drawn' } })
    expect(await preOrdersOf(clubs[0]!)).toHaveLength(0)
    const other = await preOrdersOf(clubs[1]!)
    const { rows: offers } = await sql<{ state: string }>`
      select s.state from ballot_substitutes s join ballot_entries e on e.id = s.entry_id where e.member_id = ${clubs[1]!}`.execute(db)
    expect([other.length, offers.map(({ state }) => state)]).toEqual(other.length === 1 ? [1, []] : [0, ['offered']])
  })

  it('is rehearsed with a test value and writes nothing', async () => {
    for (const club of clubs.slice(0, 3)) await enter(db, roundId, club, [wishFor({ courtId: 3 })])
    const before = await rows()
    const rehearsed = await rehearseDraw(db, { roundId, word: 'one' }, open)
    if (!rehearsed.ok) throw new Error(rehearsed.refusal.code)
    expect(rehearsed.value.draw.turns.filter(({ taken }) => taken)).toHaveLength(1)
    const winners = new Set<number>()
    for (const word of ['two', 'three', 'four', 'five', 'six', 'seven']) {
      const again = await rehearseDraw(db, { roundId, word }, open)
      if (again.ok) winners.add(again.value.draw.order[0]!.entry)
    }
    expect(winners.size, 'the word decides').toBeGreaterThan(1)
    expect(await rows()).toEqual(before)
  })
})

describe('substitutes', () => {
  const review = (orderNo: string, decision: 'approved' | 'rejected', now: Date) =>
    reviewPreOrder(
      { db, catalogues: openCatalogues(db), rounds: openRounds(db), canPayOnline: () => true, passOn: passOnDates },
      { orderNo, decision, note: '不符', missingKinds: [], by: clubs[9]! },
      auditAsService('a test', now),
      now,
    )
  const offerOf = async (memberId: string) => {
    const { rows: found } = await sql<{ id: string; state: string; until: Date }>`
      select s.id, s.state, s.until from ballot_substitutes s join ballot_entries e on e.id = s.entry_id where e.member_id = ${memberId} and s.state <> 'waiting'`.execute(
      db,
    )
    return found[0]
  }
  const held = async () => {
    const { rows: found } = await sql<{ memberId: string; spaces: number }>`
      select member_id as "memberId", count(*)::integer as spaces from occupancy group by 1`.execute(db)
    return found
  }

  it('get what was rejected, without its being free in between, 48 hours each; what nobody accepts is free', async () => {
    const { first, next, last } = await threeForOneCourt()
    const [preOrder] = await preOrdersOf(first)
    await review(preOrder!.order_no, 'rejected', due)
    expect(await held()).toEqual([{ memberId: next, spaces: 13 }])
    expect(await offerOf(next)).toMatchObject({ state: 'offered', until: hours(due, 48) })
    expect(await offerOf(last)).toBeUndefined()
    await lapseOffers(db, hours(due, 47))
    expect(await held()).toEqual([{ memberId: next, spaces: 13 }])
    await lapseOffers(db, hours(due, 48))
    expect(await held()).toEqual([{ memberId: last, spaces: 13 }])
    const late = await answerOffer(db, { memberId: next, offerId: (await offerOf(next))!.id, accept: true }, hours(due, 49))
    expect(late).toMatchObject({ refusal: { code: 'substitute_over' } })
    const declined = { memberId: last, offerId: (await offerOf(last))!.id, accept: false }
    expect(await answerOffer(db, { ...declined, memberId: first }, hours(due, 49))).toMatchObject({ refusal: { code: 'not_found' } })
    expect(await answerOffer(db, declined, hours(due, 49))).toMatchObject({ ok: true })
    expect(await held()).toEqual([])
  })

  it('get what was not paid; an offer that is accepted is a pre-order like any other, and goes on to the next when it is rejected', async () => {
    const { first, next, last } = await threeForOneCourt()
    const [preOrder] = await preOrdersOf(first)
    const approved = await review(preOrder!.order_no, 'approved', due)
    if (!approved.ok) throw new Error(approved.refusal.code)
    const lapsed = new Date(approved.value.payBefore!.getTime() + 1)
    // Past its deadline and before the job has run, the floor is not free.
    const { rows: free } = await sql<{ n: number }>`select count(*) as n from held_spaces where held_until <= ${lapsed}`.execute(db)
    expect(Number(free[0]!.n)).toBe(0)
    await expireUnpaidOrders(db, lapsed, undefined, passOnDates)
    expect(await held()).toEqual([{ memberId: next, spaces: expect.any(Number) }])
    const offer = { memberId: next, offerId: (await offerOf(next))!.id, accept: true }
    const accepted = await answerOffer(db, offer, hours(lapsed, 1))
    if (!accepted.ok) throw new Error(accepted.refusal.code)
    expect(await answerOffer(db, offer, hours(lapsed, 2)), 'the same answer again').toMatchObject({
      ok: true,
      value: { orderNo: accepted.value.orderNo },
    })
    const [own] = await preOrdersOf(next)
    expect(own).toMatchObject({ order_no: accepted.value.orderNo, state: 'submitted', round_id: roundId })
    const { rows: hold } = await sql<{ n: number }>`select count(*) as n from occupancy where hold_until is not null`.execute(db)
    expect(Number(hold[0]!.n)).toBe(0)
    await review(own!.order_no, 'rejected', hours(lapsed, 3))
    expect((await held()).map(({ memberId }) => memberId)).toEqual([last])
  })

  it('whose weeks are full are passed over', async () => {
    const { first, next, last } = await threeForOneCourt()
    // Two periods of other courts in every week by now.
    await sql`insert into preorders (id, order_no, round_id, member_id, state, created_at, changed_at) values ('00000000-0000-4000-8000-000000000001', 'P1', ${roundId}, ${next}, 'submitted', now(), now())`.execute(
      db,
    )
    await sql`
      with dated as (
        insert into preorder_dates (id, preorder_id, line, member_id, round_id, court_id, day, during, price, light_fee)
        select gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 0, ${next}, ${roundId}, c, d::date, tstzrange(d + interval '1 hour', d + interval '2 hours'), 1, 0
        from generate_series('2027-01-05'::timestamptz, '2027-03-30', interval '7 days') as d, unnest('{5,6}'::integer[]) as c returning *)
      insert into occupancy (space_id, during, kind, holder_id, member_id) select court_id, during, 'preorder', id, member_id from dated`.execute(
      db,
    )
    const [preOrder] = await preOrdersOf(first)
    await review(preOrder!.order_no, 'rejected', due)
    expect(await offerOf(next)).toMatchObject({ state: 'passed' })
    expect(await offerOf(last)).toMatchObject({ state: 'offered' })
  })
})

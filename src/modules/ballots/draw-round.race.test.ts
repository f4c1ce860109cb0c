import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { ballotMoments, draw, enter, freeze, insertBallot, newClubs, wishFor } from '#testing/ballot-rounds.ts'
import { barrier } from '#testing/moments.ts'
import { poison } from '#testing/poison.ts'
import { freshDb } from '#testing/postgres.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { answerOffer } from './answer-offer.ts'
import { lapseOffers, passOnDates } from './pass-on.ts'

let db: Db
let close: () => Promise<void>
let clubs: string[]
let roundId: number
const { due } = ballotMoments

beforeAll(async () => {
  ;({ db, close } = await freshDb(12))
  await smallCentre(db)
  clubs = await newClubs(db, 5)
})
afterAll(() => close())
beforeEach(async () => {
  await sql`truncate ballot_entries, ballot_manifests, rounds, occupancy, outbox, orders, preorders, rate_limits cascade`.execute(db)
  roundId = await insertBallot(db)
  for (const club of clubs) await enter(db, roundId, club, [wishFor({ courtId: 1 }), wishFor({ courtId: 2 }), wishFor({ weekday: 5 })])
})

/** Every row that a freeze or a draw writes, without those that every run makes anew. */
async function written(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select json_build_object(
      'entries', (select json_agg(json_build_array(number, tickets, sport, drawn) order by created_at) from ballot_entries),
      'counts', json_build_array((select count(*) from ballot_manifests), (select count(*) from ballot_draws), (select count(*) from ballot_turns),
        (select json_agg(json_build_array(turn_id, place, state) order by turn_id, place) from ballot_substitutes), (select count(*) from preorders), (select count(*) from preorder_dates), (select json_agg(json_build_array(space_id, during, member_id, hold_until) order by space_id, during) from occupancy),
        (select count(*) from outbox), (select count(*) from audit_log)),
      'rounds', (select json_agg(json_build_array(frozen_at, drawn_at, order_start, ends, version)) from rounds))::text as all`.execute(db)
  return rows[0]!.all
}

/** The database as a process has it that is killed right before its statement number `n`: its connection is gone, and so is its transaction. */
function dyingAt(n: number): Db {
  let asked = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked++
      if (asked === n) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

describe('a process that is killed at any step', () => {
  it.each([
    ['of freezing', false],
    ['of drawing', true],
  ])('%s leaves nothing half done, and the next one does all of it', async (_, isFrozen) => {
    if (isFrozen) await freeze(db, roundId)
    const work = isFrozen ? draw : freeze
    const untouched = await written()
    let steps = 0
    for (let n = 1; ; n++) {
      const outcome: unknown = await work(dyingAt(n), roundId).catch((error: Error) => error.message)
      if (outcome !== 'killed') {
        expect(outcome).toMatchObject({ ok: true })
        break
      }
      steps++
      expect(await written(), `killed before statement ${n}`).toBe(untouched)
    }
    expect(steps, 'every statement was a step').toBeGreaterThan(8)
    expect(await written()).not.toBe(untouched)
  })
})

describe('many processes draw at once', () => {
  const race = () => Promise.all(Array.from({ length: 6 }, () => draw(db, roundId).catch((error: Error) => error.message)))
  const results = async () => {
    const { rows } = await sql<{ draws: number; turns: number; dates: number; spaces: number }>`
      select (select count(*)::integer from ballot_draws) as draws, (select count(*)::integer from ballot_turns) as turns,
        (select count(*)::integer from preorder_dates) as dates, (select count(*)::integer from occupancy) as spaces`.execute(db)
    return rows[0]!
  }

  it('one result', async () => {
    await freeze(db, roundId)
    const outcomes = await race()
    expect(outcomes.filter((one) => typeof one !== 'string' && one.ok)).toHaveLength(1)
    for (const one of outcomes)
      if (typeof one === 'string' || !one.ok) expect(one).toMatchObject({ ok: false, refusal: { code: 'already_drawn' } })
    const { draws, dates, spaces } = await results()
    expect(draws).toBe(1)
    expect(dates).toBe(spaces)
  })

  it('two results without the round’s mark and the key of the draw, so the test above means something', async () => {
    await freeze(db, roundId)
    await sql
      .raw(`
      create function forget_draw() returns trigger language plpgsql as $$ begin new.drawn_at := null; return new; end $$;
      create trigger forget_draw before update on rounds for each row execute function forget_draw();
      alter table ballot_turns drop constraint ballot_turns_round_id_fkey, drop constraint ballot_turns_round_id_turn_key;
      alter table ballot_draws drop constraint ballot_draws_pkey`)
      .execute(db)
    await race()
    expect((await results()).draws).toBeGreaterThan(1)
    await sql
      .raw(`
      truncate ballot_draws, ballot_turns cascade;
      drop trigger forget_draw on rounds; drop function forget_draw;
      alter table ballot_draws add primary key (round_id);
      alter table ballot_turns add constraint ballot_turns_round_id_turn_key unique (round_id, turn),
        add constraint ballot_turns_round_id_fkey foreign key (round_id) references ballot_draws (round_id)`)
      .execute(db)
  })
})

/** What was drawn first is given up, and offered to the next; answers the offer. */
async function offerFirst(work: Db = db): Promise<void> {
  const { rows: held } = await sql<{ id: string }>`
    select d.id from preorder_dates d join ballot_turns t on t.preorder_id = d.preorder_id and t.line = d.line where t.turn = 1`.execute(db)
  const ids = held.map(({ id }) => id)
  await work.transaction().execute((trx) => passOnDates(trx, ids, due))
}
async function openOffer(): Promise<{ offerId: string; memberId: string; until: Date }> {
  const { rows } = await sql<{ offerId: string; memberId: string; until: Date }>`
    select s.id as "offerId", e.member_id as "memberId", s.until from ballot_substitutes s join ballot_entries e on e.id = s.entry_id
    where s.state = 'offered'`.execute(db)
  return rows[0]!
}
/** How an offer ended, who has its floor now, and whether its pre-order stands on it. */
async function ended(offerId: string) {
  const { rows } = await sql<{ state: string; memberId: string; holders: string[]; preOrders: number; standsOnFloor: boolean }>`
    select s.state, e.member_id as "memberId", (select count(*)::integer from preorders p where p.id = s.preorder_id) as "preOrders",
      array(select distinct o.member_id::text from occupancy o where o.space_id = t.court_id and o.during && any (
        select d.during from preorder_dates d where d.preorder_id = t.preorder_id and d.line = t.line)) as holders,
      exists (select from preorder_dates d join occupancy o on o.holder_id = d.id where d.preorder_id = s.preorder_id) as "standsOnFloor"
    from ballot_substitutes s join ballot_turns t on t.id = s.turn_id join ballot_entries e on e.id = s.entry_id where s.id = ${offerId}`.execute(
    db,
  )
  return rows[0]!
}

/** The database without the lock of offers, where everybody has read an offer before anybody answers it. */
function withoutLocks(readers: number): Db {
  const reading = new WeakSet<object>()
  const allRead = barrier(readers)
  const lock = /for update of t, s( skip locked)?/
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind !== 'RawNode' || !node.sqlFragments.some((text) => lock.test(text))) return node
      reading.add(queryId)
      return { ...node, sqlFragments: node.sqlFragments.map((text) => text.replace(lock, '')) }
    },
    transformResult: async ({ result, queryId }) => {
      if (reading.has(queryId)) await allRead()
      return result
    },
  }
  return db.withPlugin(plugin)
}

describe('an offer to a substitute', () => {
  beforeEach(async () => {
    await freeze(db, roundId)
    await draw(db, roundId)
  })

  it('is accepted, declined and lapses at the same moment: one of them, and the floor has one holder', async () => {
    await offerFirst()
    const { offerId, memberId, until } = await openOffer()
    const last = new Date(until.getTime() - 1)
    await Promise.all([
      ...[true, false, true, false].map((accept) => answerOffer(db, { memberId, offerId, accept }, last)),
      lapseOffers(db, until),
      lapseOffers(db, until),
    ])
    const { state, holders, preOrders, standsOnFloor } = await ended(offerId)
    const isAccepted = state === 'accepted'
    expect(['accepted', 'declined', 'lapsed']).toContain(state)
    expect({ holders: holders.length, isTheirs: holders.includes(memberId), preOrders, standsOnFloor }).toEqual({
      holders: 1,
      isTheirs: isAccepted,
      preOrders: isAccepted ? 1 : 0,
      standsOnFloor: isAccepted,
    })
  })

  it('lapses although another cannot be ended, which is told and ended later', async () => {
    const { rows: dates } = await sql<{ id: string }>`select id from preorder_dates`.execute(db)
    await db.transaction().execute((trx) =>
      passOnDates(
        trx,
        dates.map(({ id }) => id),
        due,
      ),
    )
    const open = async () => {
      const { rows } = await sql<{ id: string }>`select id from ballot_substitutes where state = 'offered' order by until, id`.execute(db)
      return rows.map(({ id }) => id)
    }
    const offers = await open()
    expect(offers.length).toBeGreaterThan(1)
    const { until } = await openOffer()
    const cure = await poison(db, 'ballot_substitutes', offers[0]!)
    const failed: string[] = []
    await lapseOffers(db, until, (_, id) => failed.push(id))
    expect(failed).toEqual([offers[0]])
    expect((await open()).filter((id) => offers.includes(id))).toEqual([offers[0]])
    await cure()
    await lapseOffers(db, until)
    expect((await ended(offers[0]!)).state).toBe('lapsed')
  })

  it('is accepted and loses its floor without the lock, so the test above means something', async () => {
    await offerFirst()
    const { offerId, memberId, until } = await openOffer()
    const unlocked = withoutLocks(2)
    const [accepted] = await Promise.allSettled([
      answerOffer(unlocked, { memberId, offerId, accept: true }, new Date(until.getTime() - 1)),
      lapseOffers(unlocked, until),
    ])
    const { state, standsOnFloor } = await ended(offerId)
    // Whoever wrote last: the pre-order stands on no floor, or the answer that came in time fails.
    expect(accepted.status === 'rejected' || (state === 'accepted' && !standsOnFloor)).toBe(true)
  })

  it.each(['passed on', 'accepted', 'declined', 'lapsed'] as const)(
    'that is being %s by a process that is killed at any step leaves nothing half done, and the next one does all of it',
    async (deed) => {
      if (deed !== 'passed on') await offerFirst()
      const offer = deed === 'passed on' ? undefined : await openOffer()
      const work = async (dying: Db): Promise<unknown> => {
        if (!offer) return offerFirst(dying)
        if (deed === 'lapsed') return lapseOffers(dying, offer.until)
        return answerOffer(dying, { ...offer, accept: deed === 'accepted' }, new Date(offer.until.getTime() - 1))
      }
      const untouched = await written()
      let steps = 0
      for (let n = 1; (await work(dyingAt(n)).catch((error: Error) => error.message)) === 'killed'; n++) {
        steps++
        expect(await written(), `killed before statement ${n}`).toBe(untouched)
      }
      expect(steps, 'every statement was a step').toBeGreaterThan(5)
      expect(await written()).not.toBe(untouched)
      if (offer) expect((await ended(offer.offerId)).state).toBe(deed)
      else expect(await openOffer()).toBeDefined()
    },
  )
})

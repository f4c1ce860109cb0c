import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { auditAsService } from '#modules/audit/audit-as-service.ts'
import { drawRound } from '#modules/ballots/draw-round.ts'
import { freezeRound } from '#modules/ballots/freeze-round.ts'
import { commitReveal } from '#modules/ballots/random-source.ts'
import { saveEntry } from '#modules/ballots/save-entry.ts'
import type { Wish } from '#modules/ballots/wish-rules.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { insertTestRound } from './preorders.ts'
import { newMembers } from './small-centre.ts'

/** The window of a test's ballot: two days in December; its season is that of testing/preorders.ts. */
export const ballotWindow = {
  viewStart: new Date('2026-12-01T09:00:00+08:00'),
  orderStart: new Date('2026-12-01T12:00:00+08:00'),
  end: new Date('2026-12-03T12:00:00+08:00'),
}
const hour = 3_600_000
export const ballotMoments = {
  open: new Date(ballotWindow.orderStart.getTime() + hour),
  ended: new Date(ballotWindow.end.getTime() + 60_000),
  due: new Date(ballotWindow.end.getTime() + 25 * hour),
}

export const aboutClub = { title: '週二練球', purpose: '社員練習', contactName: '陳建宏', contactPhone: '0912345678', headcount: 12 }

/** A badminton wish: Tuesday from 19:00 to 21:00 on any court, unless said otherwise. */
export const wishFor = (more: Partial<Wish> = {}): Wish => ({
  weekday: 2,
  start: 19 * 60,
  end: 21 * 60,
  facilityId: 1,
  courtId: null,
  leastPercent: 75,
  ...more,
})

/** Approved communities. */
export async function newClubs(db: Db, count: number): Promise<string[]> {
  const members = await newMembers(db, count)
  await sql`
    insert into communities (member_id, name, registration_no, representative, state, submitted_at)
    select id, '社團 ' || n, id::text, '某人', 'approved', now() from unnest(${members}::uuid[]) with ordinality as m (id, n)`.execute(db)
  return members
}

export const insertBallot = (db: Db, more: object = {}): Promise<number> => insertTestRound(db, ballotWindow, { mode: 'ballot', ...more })

/** A second apart, so that entries have the numbers in which they were made. */
let entered = 0
export async function enter(db: Db, roundId: number, memberId: string, wishes: Wish[]): Promise<void> {
  const saved = await saveEntry(
    { db, catalogues: openCatalogues(db) },
    { ...aboutClub, memberId, roundId, version: 0, wishes },
    new Date(ballotMoments.open.getTime() + entered++ * 1000),
  )
  if (!saved.ok) throw new Error(`not entered: ${JSON.stringify(saved.refusal)}`)
}

const by = { by: null }
export const freeze = (db: Db, roundId: number, now = ballotMoments.ended) =>
  freezeRound({ db, random: commitReveal }, { roundId, ...by }, auditAsService('a test', now), now)
export const draw = (db: Db, roundId: number, now = ballotMoments.due) =>
  drawRound({ db, random: commitReveal }, { roundId, ...by }, auditAsService('a test', now), now)

/** A ballot that one club has won, as it stands after the draw. */
export async function drawnBallot(db: Db): Promise<number> {
  const [club] = await newClubs(db, 1)
  const roundId = await insertBallot(db)
  await enter(db, roundId, club!, [wishFor({ courtId: 8, weekday: 7 })])
  await freeze(db, roundId)
  await draw(db, roundId)
  return roundId
}

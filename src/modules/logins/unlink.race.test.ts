import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { newApiBrowser } from '#testing/api-browser.ts'
import { openWayService, type WayService } from '#testing/way-service.ts'
import { unlinkFor } from './link-way.ts'
import { endSessions } from './session-store.ts'

/** Somebody logs in by an issuer in the moment in which staff unlink it, because somebody else has that account by now. */
let ways: WayService
beforeAll(async () => {
  ways = await openWayService({ STAFF_ISSUER: 'city' })
})
afterAll(() => ways?.close())

const sessionsBy = (memberId: string, way: string) =>
  ways.service.db
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('way', '=', way)
    .where('ended_at', 'is', null)
    .execute()
const waiting = async () =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      ways.service.db,
    )
  ).rows[0]!.n

/** A login that comes while the unlinking is done and not yet decided; `decide`: whether it is kept. */
async function logInWhileUnlinking(way: 'line' | 'city', login: string, decide: 'commit' | 'rollback') {
  const { member } = await ways.link(way, login, way === 'city' ? { role: 'desk' } : {})
  const { db, jobs, tokens, clock } = ways.service
  const deps = { db, jobs, tokens, ways: ways.service.ways, publicUrl: '', canText: true }
  const { id } = await db.selectFrom('login_subjects').select('id').where('subject', '=', login).executeTakeFirstOrThrow()
  const browser = newApiBrowser(ways.service)
  let page: ReturnType<WayService['enter']> | undefined
  await db
    .transaction()
    .execute(async (trx) => {
      await unlinkFor(trx, deps, { memberId: member.id, subjectId: id }, clock.now())
      page = ways.enter(browser, way, login)
      await expect.poll(waiting).toBe(1)
      await endSessions(trx, member.id, {}, clock.now())
      if (decide === 'rollback') throw new Error('not after all')
    })
    .catch((error: Error) => expect(error.message).toBe('not after all'))
  return { member, browser, page: await page! }
}

describe.each(['line', 'city'] as const)('a login by %s while it is unlinked', (way) => {
  it('opens no session that outlives the link', async () => {
    const { member, browser, page } = await logInWhileUnlinking(way, `unlinked-${way}`, 'commit')
    expect(page).toMatchObject({ pathname: '/login', search: { error: 'way_over' } })
    expect(await sessionsBy(member.id, way)).toEqual([])
    expect(browser.jar.has('sports_v2_jwt')).toBe(false)
  })

  it('goes on where the link stays after all, so that the refusal above means something', async () => {
    const { member, browser } = await logInWhileUnlinking(way, `kept-${way}`, 'rollback')
    expect(await sessionsBy(member.id, way)).toHaveLength(1)
    expect((await browser.whoIs()).id).toBe(member.id)
  })
})

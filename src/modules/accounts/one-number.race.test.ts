import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDb, openDb } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { sourcesBefore } from '#testing/old-sources.ts'
import { emptyDatabase } from '#testing/postgres.ts'
import { newMembers } from '#testing/small-centre.ts'
import { openTestService, type TestMember, type TestService } from '#testing/test-service.ts'
import { deleteCommunity } from './close-store.ts'

let service: TestService
let staff: TestMember
beforeAll(async () => {
  service = await openTestService()
  staff = await service.newMember({ role: 'manager' })
})
afterAll(() => service.close())

const writings = ['A-77', 'Ａ ７７', 'a\u201377', 'A77', 'ａ－７７', ' A 7 7']
let round = 0
/** Clubs that apply at the same moment with one number, each written in its own way. */
async function applyAtOnce(): Promise<TestMember[]> {
  const year = ++round
  const clubs = await Promise.all(writings.map(() => service.newMember()))
  const answers = await Promise.all(
    clubs.map((as, n) =>
      service.call('POST', '/api/AccountMember/Community', {
        as,
        body: { communityName: `社 ${n}`, registrationNo: `${year}x${writings[n]}`, representative: '李四' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(writings.map(() => 200))
  return clubs
}
const approvedOf = async (clubs: TestMember[]) =>
  (
    await service.db
      .selectFrom('communities')
      .select('member_id')
      .where('state', '=', 'approved')
      .where(
        'member_id',
        'in',
        clubs.map(({ id }) => id),
      )
      .execute()
  ).length

/** Approves a club as a process does that asks nobody else: the database alone decides. */
const approveRow = ({ id }: TestMember) => sql`update communities set state = 'approved' where member_id = ${id}`.execute(service.db)

describe('clubs that register with one number at the same moment', () => {
  it('are approved at the same moment: one is, the others are refused', async () => {
    for (let times = 0; times < 3; times++) {
      const clubs = await applyAtOnce()
      const answers = await Promise.all(
        clubs.map(({ id }) =>
          service.call('POST', '/api/Staff/Community/Review', { as: staff, body: { memberId: id, decision: 'approve' } }),
        ),
      )
      expect(answers.map(({ status, body }) => body?.code ?? status).toSorted()).toEqual([
        204,
        ...writings.slice(1).map(() => 'registration_no_taken'),
      ])
      expect(await approvedOf(clubs)).toBe(1)
    }
  })

  it('are one club to the database, whoever writes', async () => {
    const clubs = await applyAtOnce()
    const written = await Promise.allSettled(clubs.map(approveRow))
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await approvedOf(clubs)).toBe(1)
  })

  it('are several clubs without the constraint, so the test above means something', async () => {
    await sql`alter table communities drop constraint communities_one_number`.execute(service.db)
    const clubs = await applyAtOnce()
    await Promise.all(clubs.map(approveRow))
    expect(await approvedOf(clubs)).toBe(writings.length)
  })
})

it('clubs of a database from before that share a number stay approved: the first has it, the later ones are marked until it leaves', async () => {
  const before = sourcesBefore('056')
  const database = await emptyDatabase()
  const db = openDb(database.url, 2)
  try {
    await migrate(database.url, before)
    const [first, second, third, other] = (await newMembers(db, 4)) as [string, string, string, string]
    const insert = (id: string, number: string, state: string, day: number) =>
      sql`insert into communities (member_id, name, registration_no, representative, state, submitted_at, reviewed_at)
        values (${id}, '社', ${number}, '李', ${state}, ${new Date(Date.UTC(2026, 0, day))}, ${new Date(Date.UTC(2026, 1, day))})`.execute(
        db,
      )
    await insert(third, 'Ｒ１', 'approved', 3)
    await insert(first, 'R-1', 'approved', 1)
    await insert(second, 'r 1', 'approved', 2)
    await insert(other, 'R1', 'refused', 1)
    await migrate(database.url)
    const marked = async () =>
      (await db.selectFrom('communities').select('member_id').where('shares_number', '=', true).orderBy('submitted_at').execute()).map(
        ({ member_id }) => member_id,
      )
    expect(await marked()).toEqual([second, third])
    await deleteCommunity(db, other)
    expect(await marked()).toEqual([second, third])
    await deleteCommunity(db, first)
    expect(await marked()).toEqual([third])
  } finally {
    await closeDb(db)
    await database.drop()
    rmSync(before, { recursive: true, force: true })
  }
})

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sourcesBefore } from '#testing/old-sources.ts'
import { emptyDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { newMembers } from '#testing/small-centre.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { migrate } from './migrate.ts'

let database: FreshDatabase
let db: Db
let people: string[]
const before = sourcesBefore('062')

const invitations = () =>
  sql<{ email: string; role: string; roles: string[] }>`select email, role, roles from staff_invitations order by email`.execute(db)
const invite = (email: string, role: string) =>
  sql`
  insert into staff_invitations (id, purpose, key_hash, email, role, locale, created_at, expires_at)
  values (${randomUUID()}, 'join', ${email}, ${email}, ${role}, 'tw', now(), now())`.execute(db)
const rolesOf = async (id: string) =>
  (await sql<{ role: string | null; roles: string[] }>`select role, roles from members where id = ${id}`.execute(db)).rows[0]

beforeAll(async () => {
  database = await emptyDatabase()
  db = openDb(database.url, 2)
  await migrate(database.url, before)
  people = await newMembers(db, 3)
  await sql`update members set role = 'desk', staff_since = now() where id = ${people[0]}`.execute(db)
  await sql`update members set role = 'admin', staff_since = now(), staff_suspended_at = now() where id = ${people[1]}`.execute(db)
  await invite('a-open@example.com', 'finance')
  await sql`
    insert into audit_log (at, member_id, actor_name, actor_role, address, call, action, subject_kind, subject_id)
    values (now(), ${people[0]}, '林櫃檯', 'desk', '', '', 'order.placed', 'order', 'F1')`.execute(db)
  await migrate(database.url)
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
  rmSync(before, { recursive: true, force: true })
})

it('people and open invitations keep the role that they had, and the log is as it was', async () => {
  expect(await Promise.all(people.map(rolesOf))).toEqual([
    { role: 'desk', roles: ['desk'] },
    { role: 'admin', roles: ['admin'] },
    { role: null, roles: [] },
  ])
  expect((await invitations()).rows).toEqual([{ email: 'a-open@example.com', role: 'finance', roles: ['finance'] }])
  expect(await db.selectFrom('audit_log').select(['actor_role', 'actor_roles']).execute()).toEqual([
    { actor_role: 'desk', actor_roles: null },
  ])
})

describe('a process of the version before, which knows one role', () => {
  const set = (roles: string[]) => db.updateTable('members').set({ roles }).where('id', '=', people[2]!).execute()
  const write = (columns: { role?: string | null; staff_suspended_at?: Date | null; name?: string }) =>
    db.updateTable('members').set(columns).where('id', '=', people[2]!).execute()
  beforeEach(() => set(['desk', 'finance']))

  it('reads the first of several', async () => {
    expect(await rolesOf(people[2]!)).toEqual({ role: 'desk', roles: ['desk', 'finance'] })
    await set(['admin', 'desk'])
    expect(await rolesOf(people[2]!)).toEqual({ role: 'admin', roles: ['admin', 'desk'] })
  })

  it('gives another role, which is then the only one, or takes all away', async () => {
    await write({ role: 'editor' })
    expect(await rolesOf(people[2]!)).toEqual({ role: 'editor', roles: ['editor'] })
    await write({ role: null })
    expect(await rolesOf(people[2]!)).toEqual({ role: null, roles: [] })
  })

  it('leaves the others when it writes the role that it has read, or other columns', async () => {
    await write({ role: 'desk', staff_suspended_at: new Date() })
    await write({ name: '林小美' })
    expect(await rolesOf(people[2]!)).toEqual({ role: 'desk', roles: ['desk', 'finance'] })
    await write({ staff_suspended_at: null })
  })

  it('invites with one role', async () => {
    await invite('b-later@example.com', 'editor')
    expect((await invitations()).rows[1]).toEqual({ email: 'b-later@example.com', role: 'editor', roles: ['editor'] })
  })
})

it.each([[['desk', 'desk']], [['finance', 'desk']], [['desk', 'king']], [['desk', null]]])('%j is no set of roles', async (roles) => {
  await expect(sql`update members set roles = ${roles} where id = ${people[2]}`.execute(db)).rejects.toThrow('members_roles_check')
})

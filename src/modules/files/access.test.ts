import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClubRole } from '#http/club-calls.ts'
import type { StaffRole } from '#http/session.ts'
import { openFilesFixture, type FilesFixture } from '#testing/files-fixture.ts'
import { samplePdf } from '#testing/sample-files.ts'
import { fileUsesOf } from '#wiring/file-uses.ts'
import { modules } from '#wiring/modules.ts'

let fixture: FilesFixture
beforeAll(async () => {
  fixture = await openFilesFixture()
  await dropRules()
})
afterAll(() => fixture.close())

const uses = Object.entries(fileUsesOf(modules))

/** The access table, written a second time by hand, so that a change of access needs two edits. */
const allowed: Record<string, StaffRole[]> = {
  consent: ['admin', 'manager'],
  'identity-proof': ['admin', 'manager', 'desk'],
  'community-document': ['admin', 'manager', 'desk'],
  'preorder-document': ['admin', 'manager', 'desk'],
  passbook: ['admin', 'finance'],
  appeal: ['admin', 'manager'],
  logo: ['admin', 'manager'],
  article: ['admin', 'manager', 'editor'],
  highlight: ['admin', 'manager', 'editor'],
  facility: ['admin', 'manager'],
  'report-photo': ['admin', 'manager', 'desk'],
}
/** The same for the files of a club, by the roles in it. */
const allowedInClub: Record<string, ClubRole[]> = {
  consent: [],
  'identity-proof': [],
  'community-document': ['owner'],
  'preorder-document': ['owner', 'booker'],
  passbook: ['owner', 'treasurer'],
  appeal: ['owner', 'booker'],
  logo: ['owner', 'booker', 'treasurer'],
  article: ['owner', 'booker', 'treasurer'],
  highlight: ['owner', 'booker', 'treasurer'],
  facility: ['owner', 'booker', 'treasurer'],
  'report-photo': ['owner', 'booker', 'treasurer'],
}
const roles: StaffRole[] = ['admin', 'manager', 'desk', 'finance', 'editor']

let foreignKeys: string[] = []

/** A row that refers to a file is all that is needed here: what else its table demands is another test's matter. */
async function dropRules(): Promise<void> {
  const { rows } = await sql<{ table: string; name: string; type: string; to: string; columns: string }>`
    select conrelid::regclass::text as "table", conname as name, contype as type, confrelid::regclass::text as "to",
      (select string_agg(attname, ',') from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'x')`.execute(fixture.db)
  foreignKeys = rows.filter(({ to }) => to === 'files').map(({ table, columns }) => `${table}.${columns}`)
  for (const { table, name } of rows)
    await sql`alter table ${sql.ref(table)} drop constraint if exists ${sql.ref(name)} cascade`.execute(fixture.db)
  // The centre is one row, which is there from the start.
  await sql`delete from centre`.execute(fixture.db)
}

async function refer(table: string, column: string, fileId: string): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = ${table} and table_schema = 'public' and is_nullable = 'NO' and column_default is null
      and is_identity = 'NO' and is_generated = 'NEVER' and column_name <> ${column}`.execute(fixture.db)
  const sample = (type: string) => {
    if (type === 'uuid') return crypto.randomUUID()
    if (type === 'integer' || type === 'smallint' || type === 'bigint') return Math.ceil(Math.random() * 1e6)
    if (type.startsWith('timestamp') || type === 'date') return '2026-11-15T00:00:00Z'
    if (type === 'boolean') return false
    return type === 'jsonb' ? '{}' : crypto.randomUUID()
  }
  const values = Object.fromEntries([[column, fileId], ...rows.map(({ name, type }) => [name, sample(type)])])
  const names = sql.join(Object.keys(values).map((name) => sql.ref(name)))
  await sql`insert into ${sql.ref(table)} (${names}) values (${sql.join(Object.values(values))})`.execute(fixture.db)
}

const statusFor = async (id: string, session: FilesFixture['session']) => {
  fixture.session = session
  return (await fixture.api.app.request(`/api/File/${id}`)).status
}

describe('access to a file', () => {
  it('has a rule of a module for every column that refers to files', () => {
    expect(foreignKeys.length).toBeGreaterThan(8)
    expect(uses.flatMap(([, { columns }]) => columns).toSorted()).toEqual(foreignKeys.toSorted())
    expect(uses.map(([use]) => use).toSorted()).toEqual(Object.keys(allowed).toSorted())
  })

  it.each(uses.flatMap(([use, { columns }]) => columns.map((column) => [use, ...column.split('.')] as [string, string, string])))(
    'a file for %s, as %s refers to it: its owner, and those whose work needs it',
    async (use, table, column) => {
      const owner = await fixture.member()
      fixture.session = owner
      const { id } = await fixture.upload(samplePdf(`${table} ${use}`), `${table}.pdf`)
      for (const role of roles) expect(await statusFor(id, await fixture.member(role)), `${role}, while nothing refers to it`).toBe(404)
      await refer(table, column, id)
      expect(await statusFor(id, undefined)).toBe(404)
      expect(await statusFor(id, await fixture.member())).toBe(404)
      expect(await statusFor(id, owner)).toBe(200)
      for (const role of roles) expect(await statusFor(id, await fixture.member(role)), role).toBe(allowed[use]!.includes(role) ? 200 : 404)
      const isForBoth = allowed[use]!.includes('finance') || allowed[use]!.includes('editor')
      expect(await statusFor(id, await fixture.member('finance', 'editor')), 'two roles').toBe(isForBoth ? 200 : 404)
    },
  )

  it.each(Object.keys(allowedInClub))(
    'a club’s file for %s: the roles whose work it is, and the club’s own login while it owns it',
    async (use) => {
      const club = await fixture.member()
      const person = await fixture.member()
      fixture.session = club
      const { id } = await fixture.upload(samplePdf(`club ${use}`), 'club.pdf')
      const [table, column] = fileUsesOf(modules)[use]!.columns[0]!.split('.') as [string, string]
      const inClub = (clubRole: ClubRole, personId = person.memberId) => statusFor(id, { ...club, personId, clubRole, roles: [] })
      expect(await inClub('booker'), 'while nothing refers to it').toBe(200)
      // The centre is one row.
      await sql`delete from centre`.execute(fixture.db)
      await refer(table, column, id)
      for (const role of ['owner', 'booker', 'treasurer'] as const) {
        const status = allowedInClub[use]!.includes(role) ? 200 : 404
        expect(await inClub(role), role).toBe(status)
        expect(await inClub(role, club.memberId), `its own login as ${role}`).toBe(role === 'owner' ? 200 : status)
      }
    },
  )

  it('is open to everybody once it is published', async () => {
    fixture.session = await fixture.member()
    const { id } = await fixture.upload(samplePdf('for all'), 'all.pdf')
    await fixture.db.updateTable('files').set({ published: true }).where('id', '=', id).execute()
    expect(await statusFor(id, undefined)).toBe(200)
  })
})

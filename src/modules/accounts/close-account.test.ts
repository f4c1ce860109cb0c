import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, testSecret, type TestService, type TestMember } from '#testing/test-service.ts'
import { leaveTracesEverywhere, person } from '#testing/everything-of-a-member.ts'
import { atClosing } from '#testing/personal-data.ts'

type Column = { table: string; column: string; type: string }

let service: TestService
let member: TestMember
let columns: Column[]
beforeAll(async () => {
  service = await openTestService()
  member = await service.newMember()
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "column", c.data_type as "type"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`.execute(service.db)
  columns = rows
})
afterAll(() => service.close())

const words = (list: string | undefined) => (list ?? '').split(' ').filter(Boolean)
const declared = Object.entries(atClosing).flatMap(([table, { plain, ids, cleared, kept = {} }]) => {
  const fates = { plain: words(plain), ids: words(ids), cleared: words(cleared), kept: Object.keys(kept) }
  return Object.entries(fates).flatMap(([fate, names]) => names.map((column) => ({ table, column, fate })))
})
const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`
const mayHoldText = ({ type }: Column) => /text|char|json|ARRAY/i.test(type)

/** Every column, of every table, in which something of the person is found. */
async function traces(): Promise<string[]> {
  const found: string[] = []
  for (const one of columns.filter(mayHoldText)) {
    const text = sql`lower(${sql.ref(one.column)}::text)`
    const { rows } = await sql`select 1 from ${sql.table(one.table)} where ${sql.join(
      person.words.map((word) => sql`${text} like ${`%${word.toLowerCase()}%`}`),
      sql` or `,
    )} limit 1`.execute(service.db)
    if (rows.length > 0) found.push(nameOf(one))
  }
  return found.toSorted()
}

describe('closing an account', () => {
  it('has a rule in personal-data.ts for every column of the database, exactly once, and for no other', () => {
    expect(declared.map(nameOf).toSorted()).toEqual(columns.map(nameOf).toSorted())
  })

  it('is explained in docs/privacy.md for every table with personal data', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8')
    const tables = Object.entries(atClosing).filter(([, { cleared, kept }]) => cleared !== undefined || kept !== undefined)
    expect(tables.map(([table]) => table).filter((table) => !page.includes(`\`${table}\``))).toEqual([])
  })

  it('leaves no personal data in any column, and keeps the amounts of money', async () => {
    await leaveTracesEverywhere(service, member)
    const fateOf = new Map(declared.map((one) => [nameOf(one), one.fate]))
    const mustGo = columns.filter((one) => mayHoldText(one) && fateOf.get(nameOf(one)) === 'cleared').map(nameOf)
    const before = await traces()
    const unfilled = mustGo.filter((name) => !before.includes(name) && !person.cannotHoldIt.includes(name))
    expect(unfilled, 'every column that is cleared was filled, so that clearing it means something').toEqual([])

    const money = () =>
      sql`select (select sum(amount) from ledger) as held, (select count(*) from orders) as orders, (select sum(amount) from refunds) as back`.execute(
        service.db,
      )
    const held = (await money()).rows
    const closed = await service.call('POST', '/api/AccountMember/Close', { as: member, body: { secret: testSecret } })
    expect(closed.status, closed.text).toBe(204)
    // Its last mail has a day to be sent.
    await service.inbox(person.email)
    await service.db
      .deleteFrom('messages')
      .where('delete_after', '<=', new Date(service.clock.now().getTime() + 86_400_000))
      .execute()

    const mayStay = new Set(declared.filter(({ fate }) => fate === 'kept').map(nameOf))
    expect((await traces()).filter((name) => !mayStay.has(name))).toEqual([])
    expect((await money()).rows).toEqual(held)
    const row = await service.db.selectFrom('members').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ identity_id: 1, roles: [], name: '', email: '', mobile: '', privacy_file_id: null })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { freshDb } from '#testing/postgres.ts'
import { auditAsService } from './audit-as-service.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await freshDb(1))
})
afterAll(() => close())

const yearsAgo = (years: number) => new Date(Date.now() - years * 366 * 86_400_000)
const write = (action: string, at: Date) =>
  auditAsService('a test', at)(db, {
    action,
    subject: { kind: 'facility', id: 'BAD', label: '羽球館' },
    before: { fee: 1 },
    after: { fee: 2 },
  })
const actions = async () => (await db.selectFrom('audit_log').select('action').orderBy('id').execute()).map((row) => row.action)

beforeEach(async () => {
  await sql`alter table audit_log disable trigger user`.execute(db)
  await sql`truncate audit_log`.execute(db)
  await sql`alter table audit_log enable always trigger audit_log_rows_stay`.execute(db)
  await sql`alter table audit_log enable always trigger audit_log_stays`.execute(db)
  await write('facility.changed', new Date())
})

describe('the audit log is append only, by the database, for the table’s owner', () => {
  it.each([
    ['update', sql`update audit_log set note = 'nothing happened'`],
    ['update of a row that is old enough to go', sql`update audit_log set at = at - interval '9 years'`],
    ['delete', sql`delete from audit_log`],
    ['truncate', sql`truncate audit_log`],
    ['truncate by cascade', sql`truncate members cascade; truncate audit_log cascade`],
    [
      'upsert',
      sql`insert into audit_log (id, at, actor_name, address, call, action, subject_kind, subject_id)
      overriding system value select id, at, 'me', '', '', action, '', '' from audit_log on conflict (id) do update set actor_name = 'me'`,
    ],
    ['merge', sql`merge into audit_log a using (select 1) one on true when matched then delete`],
  ])('refuses %s', async (_, statement) => {
    await expect(statement.execute(db)).rejects.toThrow('audit_log is append only')
    expect(await actions()).toEqual(['facility.changed'])
  })

  it('refuses them in replication mode too', async () => {
    await sql`set session_replication_role = replica`.execute(db)
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('audit_log is append only')
    await sql`set session_replication_role = origin`.execute(db)
  })

  it('accepts them with the triggers disabled, so the tests above mean something', async () => {
    await sql`alter table audit_log disable trigger user`.execute(db)
    await sql`update audit_log set note = 'changed'`.execute(db)
    await sql`delete from audit_log`.execute(db)
    expect(await actions()).toEqual([])
  })

  it('lets rows go that are older than five years, and no younger one', async () => {
    await write('price_list.changed', yearsAgo(4.9))
    await write('court.retired', yearsAgo(5.1))
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append only')
    await sql`delete from audit_log where at < now() - interval '5 years'`.execute(db)
    expect(await actions()).toEqual(['facility.changed', 'price_list.changed'])
  })

  it('takes no action that is not named as agreed', async () => {
    await expect(write('Changed the price', new Date())).rejects.toThrow('audit_log_action_check')
  })
})

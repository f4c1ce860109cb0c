import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourcesBefore } from '#testing/old-sources.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { readColumns, readRules, understand, type Version } from '#testing/version-before.ts'
import { closeDb, openDb } from './connect.ts'
import { migrate } from './migrate.ts'
import { sqlObjectsTable } from './sql-objects.ts'

/**
 * While a version is rolled out, processes of the version before serve on the tables and functions of the new one. What that
 * version asks of its database is recorded (`npm run db -- record`); here it is held against the newest schema. A migration that
 * cannot keep it needs a stop of all processes: docs/running.md names it, and the version is recorded anew.
 */
const before = JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, 'version-before.json.gz'))).toString()) as Version
const tablesBefore = new Set(Object.keys(before.columns).map((name) => name.split('.')[0]!))

const narrowed = (where: string) =>
  `members: UNIQUE INDEX USING btree (mobile) WHERE ((email_confirmed_at IS NOT NULL) AND (closed_at IS NULL) AND (mobile <> ''::text)${where})`
const inOrder = `(roles = array_remove(ARRAY[\n${['admin', 'manager', 'desk', 'finance', 'editor']
  .map((role) => `CASE\n    WHEN ('${role}'::text = ANY (roles)) THEN '${role}'::text\n    ELSE NULL::text\nEND`)
  .join(',\n')}], NULL::text))`
/** Constraints that are new on tables of the version before, or gone, each with the reason why that never breaks them. */
const harmless: Record<string, string> = {
  [narrowed('')]: 'replaced by the one below; no ON CONFLICT names it',
  [narrowed(' AND (NOT mobile_unproven)')]: 'forbids less than the one before: mobiles that were only typed may be the same',
  "communities: EXCLUDE USING btree (number_key WITH =) WHERE (((state = 'approved'::text) AND (number_key <> ''::text) AND (NOT shares_number))) DEFERRABLE INITIALLY DEFERRED":
    'refuses a club whose number another approved club has, which is what staff would have been told; merging deletes before it commits',
  [`members: CHECK (${inOrder})`]: 'a trigger writes the column for a process that knows only `role`',
  [`staff_invitations: CHECK (((roles <> '{}'::text[]) AND ${inOrder}))`]: 'likewise',
  'court_prices: CHECK ((((cardinality(prices) >= 2) AND (cardinality(prices) <= 6)) AND (0 <= ALL (prices))))':
    'keep_price_levels() fills the column from off_peak and peak',
  'price_lists: CHECK (((jsonb_array_length(levels) >= 2) AND (jsonb_array_length(levels) <= 6)))':
    'keep_price_levels() fills the column from peak',
  [`members: CHECK (\nCASE\n    WHEN (NOT is_guest) THEN (num_nulls(account, email) = 0)\n    WHEN (closed_at IS NOT NULL) THEN (num_nonnulls(email_confirmed_at, role) = 0)\n    ELSE ((num_nonnulls(account, email, secret_hash, email_confirmed_at, role, registering_hash) = 0) AND (name <> ''::text) AND (mobile <> ''::text))\nEND)`]:
    'forbids less than the one before: a member may have no secret, whom that version lets in by a passkey and never by a secret',
  "members: UNIQUE INDEX USING btree (lower(email)) WHERE ((email_confirmed_at IS NOT NULL) AND (closed_at IS NULL) AND (email <> ''::text))":
    'forbids less than the one before',
  'members: UNIQUE INDEX USING btree (lower(email)) WHERE ((email_confirmed_at IS NOT NULL) AND (closed_at IS NULL))':
    'no statement of that version names it in ON CONFLICT',
  'sessions: FOREIGN KEY (acts_for, member_id) REFERENCES club_people(club_id, person_id) ON DELETE SET NULL (acts_for)':
    'the column stays empty',
  'order_items: FOREIGN KEY (removed_by) REFERENCES members(id)': 'the column stays empty',
  'refund_tries: FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id)': 'the column stays empty',
  'refund_items: FOREIGN KEY (line_id) REFERENCES order_lines(id)': 'the column stays empty',
  'refund_items: UNIQUE (line_id)': 'likewise',
  'refund_items: UNIQUE INDEX USING btree (line_id)': 'likewise',
  'refunds: CHECK (((went_back >= 0) AND (went_back <= amount)))': 'the column stays 0',
  "ledger: CHECK ((way = ANY (ARRAY['card'::text, 'transfer'::text, 'cash'::text, 'terminal'::text, 'voucher'::text])))":
    'allows one way more than the one before, which that version does not write',
  "refunds: CHECK ((way = ANY (ARRAY['card'::text, 'bank'::text, 'cash'::text, 'terminal'::text, 'voucher'::text, 'none'::text])))":
    'likewise',
}

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

function differences(understood: Version['statements']): string[] {
  const known = new Map(before.statements.map((one) => [one.text, one]))
  return understood.flatMap(({ from, text, takes, answers }) => {
    const old = known.get(text)!
    return old.takes === takes && old.answers === answers
      ? []
      : [`${from}: ${text}: (${old.takes}) ${old.answers} is (${takes}) ${answers}`]
  })
}

function wrongColumns(columns: Record<string, string>): string[] {
  const gone = Object.entries(before.columns).filter(
    ([name, type]) => columns[name]?.replace(' required', '') !== type.replace(' required', ''),
  )
  const needed = Object.entries(columns).filter(
    ([name, type]) => tablesBefore.has(name.split('.')[0]!) && type.endsWith(' required') && before.columns[name] !== type,
  )
  return [...gone.map(([name]) => `${name} is gone or has another type`), ...needed.map(([name]) => `${name} has to be given`)]
}

function wrongRules(rules: string[]): string[] {
  const fresh = rules.filter((rule) => tablesBefore.has(rule.split(':')[0]!) && !before.rules.includes(rule) && !(rule in harmless))
  // ON CONFLICT needs them; checks and foreign keys may go.
  const gone = before.rules.filter((rule) => /: (PRIMARY KEY|UNIQUE|EXCLUDE)/.test(rule) && !rules.includes(rule) && !(rule in harmless))
  return [...fresh.map((rule) => `new: ${rule}`), ...gone.map((rule) => `gone: ${rule}`)]
}

describe('the version before, on the newest tables and functions', () => {
  it('is asked for with all that it does', () => {
    const modules = new Set(before.statements.map(({ from }) => /^src\/modules\/(\w+)\//.exec(from)?.[1]))
    expect(modules.size).toBeGreaterThan(20)
    expect(before.statements.length).toBeGreaterThan(600)
  })

  it('has every statement understood, with the same types of parameters and answers', async () => {
    const { understood, not } = await understand(client, before.statements)
    expect(not).toEqual([])
    expect(differences(understood)).toEqual([])
  })

  it('writes rows without knowing what is new', async () => {
    expect(wrongColumns(await readColumns(client))).toEqual([])
    expect(wrongRules(await readRules(client))).toEqual([])
  })
})

it('what breaks the version before is found, so the tests above mean something', async () => {
  const changed = await freshDatabase()
  const there = new pg.Client({ connectionString: changed.url })
  await there.connect()
  try {
    await there.query(`
      alter table orders rename column order_no to number;
      alter table orders add column shop integer not null;
      alter table orders add check (amount < 1000000);
      alter table messages alter column tries type bigint;
      alter table calendar_feeds drop constraint calendar_feeds_pkey cascade`)
    const { understood, not } = await understand(there, before.statements)
    expect(not.map(({ why }) => why).join(), 'a column that is renamed').toContain('order_no')
    expect(differences(understood).join(), 'a type that is answered').toContain('messages')
    expect(wrongColumns(await readColumns(there)).toSorted()).toEqual(
      [
        'messages.tries is gone or has another type',
        'orders.order_no is gone or has another type',
        'orders.number has to be given',
        'orders.shop has to be given',
      ].toSorted(),
    )
    expect(wrongRules(await readRules(there))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^new: orders: CHECK/), expect.stringMatching(/^gone: calendar_feeds: /)]),
    )
  } finally {
    await there.end()
    await changed.drop()
  }
})

describe('a statement that is prepared', () => {
  it('goes on when functions are created anew and a table gets another column', async () => {
    const own = await freshDatabase()
    const db = openDb(own.url, 1)
    try {
      // Held throughout: the pool closes a connection that is idle for long, and with it what is prepared.
      await db.connection().execute(async (held) => {
        const ask = async () => {
          await sql`select suspended_until(${crypto.randomUUID()}::uuid, ${new Date()}) as until`.execute(held)
          await held.selectFrom('files').select(['id', 'name']).where('id', '=', crypto.randomUUID()).execute()
        }
        const askForAll = () => held.selectFrom('files').selectAll().where('id', '=', crypto.randomUUID()).execute()
        for (let n = 0; n < 4; n++) await Promise.all([ask(), askForAll()])
        await sql`update ${sql.table(sqlObjectsTable)} set hash = 'of another version'`.execute(held)
        expect(await migrate(own.url)).toEqual(['functions and views'])
        await ask()
        await sql`alter table files add column colour text`.execute(held)
        await ask()
        await expect(askForAll(), 'with all columns it would fail').rejects.toThrow('cached plan must not change result type')
      })
    } finally {
      await closeDb(db)
      await own.drop()
    }
  })
})

describe('a database of the version before', () => {
  const rowsBefore = readFileSync(join(import.meta.dirname, '../testing/rows-before.sql'), 'utf8')
  const named = new Set([...rowsBefore.matchAll(/^insert into (\w+)/gm)].map(([, table]) => table!))

  /** Each row of each table as JSON, with these columns only. */
  async function readRows(there: pg.Client, columns: Map<string, string[]>): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {}
    for (const [table, names] of columns) {
      const pairs = names.map((name) => `'${name}', to_jsonb(t."${name}")`)
      // A function takes at most a hundred arguments.
      const halves = [pairs.slice(0, 20), pairs.slice(20)].map((some) => `jsonb_build_object(${some.join()})`)
      const { rows } = await there.query<{ row: string }>(`select (${halves.join(' || ')})::text as row from "${table}" t order by 1`)
      found[table] = rows.map(({ row }) => row)
    }
    return found
  }

  it('is upgraded with every row and every text: orders, payments, refunds, lockers, ballots, closures, articles, highlights', async () => {
    const [own, sources] = [await emptyDatabase(), sourcesBefore('062')]
    const there = new pg.Client({ connectionString: own.url })
    await there.connect()
    const ask = async (statement: string) => (await there.query({ text: statement, rowMode: 'array' })).rows.map((row) => row.join(' '))
    try {
      await migrate(own.url, sources)
      await there.query(rowsBefore)
      const { rows } = await there.query<{ table_name: string; names: string[] }>(`
        select table_name, array_agg(column_name::text) as names from information_schema.columns
        where table_schema = 'public' and table_name not in ('migrations', '${sqlObjectsTable}') group by table_name`)
      const columns = new Map(rows.map(({ table_name, names }) => [table_name, names]))
      const old = await readRows(there, columns)
      expect(named.size).toBeGreaterThan(50)
      expect([...named].filter((table) => !old[table]?.length)).toEqual([])

      await migrate(own.url)
      expect(await readRows(there, columns)).toEqual(old)
      expect(await ask(`select trade_no, provider from payment_attempts order by 1`)).toEqual([
        'T1 ecpay',
        'T2 ecpay',
        'T3 desk',
        'T4 ecpay',
      ])
      expect(await ask(`select distinct provider from payment_notices union select provider from refund_tries`)).toEqual(['ecpay'])
      expect(
        await ask(
          `select order_no, l.count, l.amount, purpose, words_tw from order_lines l join orders o on o.id = order_id order by 1, position`,
        ),
      ).toEqual([
        'F261101BBBBBBB 1 150 price 置物櫃 A01（標準櫃，月租）',
        'F261101BBBBBBB 1 1500 deposit 押金',
        'F261101DDDDDDD 1 700 price 季預約：清晨羽球社',
        'F261102EEEEEEE 1 150 price 改期補差額：羽球館 羽球場 1',
      ])
      expect(
        await ask(`select account, roles from members where roles <> '{}' union select email, roles from staff_invitations order by 1`),
      ).toEqual(['desk desk', 'new@example.com finance'])
      // Each kind: a club that is approved, one that waits, and members and their sessions, who have nothing to do with clubs.
      expect(
        await ask(`select c.account, p.account, r.role, since = submitted_at from club_people r
          join members c on c.id = r.club_id join members p on p.id = r.person_id join communities o on o.member_id = r.club_id order by 1`),
      ).toEqual(['club club owner true', 'new-club new-club owner true'])
      expect(await ask(`select distinct acts_for is null from sessions`)).toEqual(['true'])
      const now = `'2026-11-03 10:00+08', '2026-11-03'`
      expect(
        await ask(`select account, community_name, club_role, person_id = member_id from find_sessions(
          array[md5('session'), md5('club-session'), md5('new-club-session')]::uuid[], '{}', ${now}, 10, 60) order by 1`),
      ).toEqual(['amy   true', 'club 清晨羽球社 "Dawn" owner true', 'new-club  owner true'])
      expect(await ask(`select prices from court_prices`)).toEqual(['200,350', '200,350'])
    } finally {
      await there.end()
      await own.drop()
      rmSync(sources, { recursive: true, force: true })
    }
  })
})

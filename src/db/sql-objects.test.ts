import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '#testing/postgres.ts'
import { closeDb, openDb } from './connect.ts'
import { isMigrated, migrate, migrationsTable } from './migrate.ts'
import { createImmutable, readSqlObjects } from './sql-objects.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** A folder with these files, as src/db has them. */
function homeOf(files: Record<string, string>): string {
  const home = mkdtempSync(join(tmpdir(), 'sql-objects-'))
  undo.push(() => rmSync(home, { recursive: true }))
  const always = { 'migrations/001_things.sql': '-- Up Migration\ncreate table things (n integer);\n-- Down Migration\ndrop table things;' }
  for (const folder of ['migrations', 'functions', 'views']) mkdirSync(join(home, folder))
  for (const [path, text] of Object.entries({ ...always, ...files })) writeFileSync(join(home, path), text)
  return home
}

async function openEmpty(): Promise<{ url: string; query: (text: string) => Promise<unknown[][]>; client: pg.Client }> {
  const database = await emptyDatabase()
  undo.push(database.drop)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  undo.push(() => client.end())
  return { url: database.url, client, query: async (text) => (await client.query({ text, rowMode: 'array' })).rows }
}

const ourFunctions = `select p.oid::regprocedure::text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`
const one = 'create or replace function one() returns integer language sql as $$ select 1 $$;'

describe('files of functions and views', () => {
  it('are created after what they use, whatever their names are', async () => {
    const home = homeOf({
      'functions/a.sql': '-- uses z()\ncreate or replace function a() returns integer language sql as $$ select max(n) from m $$;',
      'views/m.sql': 'create or replace view m as select z() as n;',
      'functions/z.sql': "create or replace function z() returns integer language sql as $$ select length('a(') $$;",
    })
    expect(readSqlObjects(home).map((object) => object.name)).toEqual(['z', 'm', 'a'])
    const { url, query } = await openEmpty()
    await migrate(url, home)
    expect(await query('select a()')).toEqual([[2]])
  })

  it.each([
    [
      'a circle',
      { 'functions/a.sql': selfless('a', 'b'), 'functions/b.sql': selfless('b', 'c'), 'functions/c.sql': selfless('c', 'b') },
      'in a circle: b → c → b.',
    ],
    [
      'a name used twice',
      { 'functions/one.sql': one, 'views/one.sql': 'create view one as select 1 as n;' },
      'one is a function and a view',
    ],
    [
      'a file of another name',
      { 'functions/two.sql': one },
      'functions/two.sql must create the function two and nothing else; it creates function one.',
    ],
    ['two in a file', { 'functions/one.sql': `${one}\n${one}` }, 'nothing else; it creates function one, function one.'],
    [
      'an immutable function that is not',
      { 'functions/one.sql': one, 'functions/two.sql': selfless('two', 'one').replace('language', 'immutable language') },
      'The immutable function two uses one, which is not immutable.',
    ],
  ])('are refused with a sentence for %s', (_, files, sentence) => {
    expect(() => readSqlObjects(homeOf(files))).toThrow(sentence)
  })
})

function selfless(name: string, used: string): string {
  return `create or replace function ${name}() returns integer language sql as $$ select ${used}() $$;`
}

describe('migrating', () => {
  const trigger = `create or replace function double_it() returns trigger language plpgsql as $$ begin new.n := new.n * 2; return new; end $$;
    create trigger things_doubled before insert on things for each row execute function double_it();`

  it('creates functions, views and triggers anew when a text has changed, and otherwise nothing', async () => {
    const { url, query } = await openEmpty()
    const files = {
      'functions/one.sql': one,
      'functions/double_it.sql': trigger,
      'views/all_things.sql': 'create or replace view all_things as select n, one() from things;',
    }
    expect(await migrate(url, homeOf(files))).toEqual(['001_things', 'functions and views'])
    expect(await migrate(url, homeOf(files))).toEqual([])
    const changed = {
      ...files,
      'functions/one.sql': one.replace('select 1', 'select 11'),
      'functions/double_it.sql': trigger.replace('* 2', '* 3'),
    }
    expect(await migrate(url, homeOf(changed))).toEqual(['functions and views'])
    await query('insert into things values (7)')
    expect(await query('select * from all_things')).toEqual([[21, 11]])
  })

  it('leaves neither the function of an older signature nor what has no file any more', async () => {
    const { url, query } = await openEmpty()
    await migrate(
      url,
      homeOf({
        'functions/one.sql': one,
        'functions/gone.sql': selfless('gone', 'one'),
        'functions/double_it.sql': trigger,
        'views/gone_too.sql': 'create or replace view gone_too as select gone() as n;',
      }),
    )
    await migrate(url, homeOf({ 'functions/one.sql': one.replace('one()', 'one(more integer)') }))
    expect(await query(ourFunctions)).toEqual([['one(integer)']])
    expect(await query("select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace")).toEqual([])
    expect(await query("select tgname from pg_trigger where tgrelid = 'things'::regclass")).toEqual([])
  })

  it('leaves the functions of a newer version alone, known by a migration that this version does not have', async () => {
    const { url, query } = await openEmpty()
    const newer = {
      'migrations/002_more.sql': '-- Up Migration\ncreate table more (n integer);',
      'functions/one.sql': one.replace('select 1', 'select 2'),
    }
    await migrate(url, homeOf(newer))
    expect(await migrate(url, homeOf({ 'functions/one.sql': one }))).toEqual([])
    expect(await query('select one()')).toEqual([[2]])
  })

  it('changes nothing when one of them cannot be created', async () => {
    const { url, query } = await openEmpty()
    const home = homeOf({ 'functions/one.sql': one })
    await migrate(url, home)
    const broken = homeOf({
      'functions/two.sql': 'create or replace function two() returns integer language sql as $$ select n from nothing $$;',
    })
    await expect(migrate(url, broken)).rejects.toThrow('"nothing" does not exist')
    expect(await query(ourFunctions)).toEqual([['one()']])
    expect(await migrate(url, home)).toEqual([])
  })

  it('creates anew what a migration had to drop', async () => {
    const { url, query } = await openEmpty()
    const files = { 'views/all_things.sql': 'create or replace view all_things as select n from things;' }
    await migrate(url, homeOf(files))
    const wider = '-- Up Migration\ndrop view all_things;\nalter table things alter column n type bigint;\n-- Down Migration\n'
    await migrate(url, homeOf({ ...files, 'migrations/002_wider.sql': wider }))
    expect(await query('select count(*)::integer from all_things')).toEqual([[0]])
  })

  it('has immutable functions before the tables that use them, and replaces them in place', async () => {
    const { url, query } = await openEmpty()
    const half = 'create or replace function half(n integer) returns integer immutable language sql as $$ select n / 2 $$;'
    const table =
      '-- Up Migration\ncreate table halves (n integer, half integer generated always as (half(n)) stored);\n-- Down Migration\n'
    const files = { 'functions/half.sql': half, 'migrations/002_halves.sql': table }
    await migrate(url, homeOf(files))
    await migrate(url, homeOf({ ...files, 'functions/half.sql': half.replace('n / 2', '(n + 1) / 2') }))
    await query('insert into halves values (3)')
    expect(await query('select half from halves')).toEqual([[2]])
    const otherSignature = homeOf({ ...files, 'functions/half.sql': half.replace('n integer', 'n bigint').replace('n / 2', '1') })
    await expect(migrate(url, otherSignature)).rejects.toThrow('There are 2 functions half: half(bigint), half(integer).')
    expect(await query(ourFunctions)).toEqual([['half(integer)']])
  })

  it('creates them once when ten begin together', async () => {
    const { url, query } = await openEmpty()
    const home = homeOf({ 'functions/one.sql': one, 'functions/double_it.sql': trigger })
    const runs = await Promise.all(Array.from({ length: 10 }, () => migrate(url, home)))
    expect(runs.flat()).toEqual(['001_things', 'functions and views'])
    expect(await query(ourFunctions)).toEqual([['double_it()'], ['one()']])
  })
})

describe('a database of the version before there were files', () => {
  /** What its migrations created: the signatures, with nothing behind them. */
  const functionsThen = `
    take_spaces(jsonb, text, timestamptz, out refused uuid[], out undecided uuid[])|over_quota(jsonb, timestamptz)|place_orders(jsonb, timestamptz)
    over_cap(jsonb, timestamptz)|why_refused(jsonb, timestamptz)|submit_preorders(jsonb, timestamptz)
    move_spaces(jsonb, uuid[], text, timestamptz, out refused uuid[], out undecided uuid[])
    suspended_until(uuid, timestamptz)|place_allowed_orders(jsonb, timestamptz)|submit_allowed_preorders(jsonb, timestamptz)
    lapse_lockers(integer, uuid, timestamptz)|answered_before(jsonb)|rent_locker(jsonb, integer, timestamptz, timestamptz)
    order_term(jsonb, uuid, boolean, integer, integer, timestamptz, timestamptz)|renew_locker(jsonb, uuid, timestamptz, timestamptz)
    hold_locker(uuid, timestamptz, timestamptz, timestamptz)|never_more_than_paid()|bump_catalogue_version()`
    .split(/[|\n]/)
    .map((signature) => signature.trim())
    .filter((signature) => signature !== '')
  const triggersThen = `
    create trigger facilities_changed after insert or update or delete on facilities for each statement execute function bump_catalogue_version();
    create trigger booking_rules_changed after insert or update on settings for each row when (new.key = 'booking') execute function bump_catalogue_version();
    create constraint trigger ledger_never_more_than_paid after insert on ledger deferrable initially deferred
      for each row when (new.kind = 'refund') execute function never_more_than_paid();
    create view file_uses as select privacy_file_id as file_id, 'consent' as use from members;`

  it('becomes the same as a new one', async () => {
    const { url, client, query } = await openEmpty()
    const home = dirname(import.meta.filename)
    await createImmutable(client, readSqlObjects(home))
    const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
    await runner({
      dbClient: client,
      dir: join(home, 'migrations'),
      direction: 'up',
      count: 15,
      migrationsTable,
      noLock: true,
      logger: quiet,
    })
    for (const signature of functionsThen) {
      const returns = signature.includes('out ') ? '' : `returns ${signature.endsWith('()') ? 'trigger' : 'integer'}`
      await query(`create function ${signature} ${returns} language plpgsql as $$ begin end $$`)
    }
    await query(triggersThen)

    const fresh = await openEmpty()
    await Promise.all([...Array.from({ length: 10 }, () => migrate(url)), migrate(fresh.url)])
    const everything = [
      `select p.oid::regprocedure::text, md5(prosrc) from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
      `select tgname, tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ 'pgboss' order by 1, 2`,
      `select viewname, definition from pg_views where schemaname = 'public' order by 1`,
    ]
    for (const look of everything) expect(await query(look)).toEqual(await fresh.query(look))
    const db = openDb(url, 1)
    undo.push(() => closeDb(db))
    expect(await isMigrated(db)).toBe(true)
  })
})

it('keeps functions, views and triggers out of the migrations, and every file of theirs names its module', () => {
  const home = dirname(import.meta.filename)
  const migrations = readdirSync(join(home, 'migrations'))
  expect(migrations.length).toBeGreaterThan(15)
  for (const file of migrations)
    expect(readFileSync(join(home, 'migrations', file), 'utf8'), file).not.toMatch(
      /^create (or replace )?(function|view|(constraint )?trigger)/m,
    )
  for (const { name, text } of readSqlObjects(home)) expect(text, name).toMatch(/^-- Module: [a-z]+\n/)
})

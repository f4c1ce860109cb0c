import type pg from 'pg'
import { jobsSchema, migrationsTable } from '#db/migrate.ts'

/** A statement of the product: the file that it comes from, the types of its parameters and of the columns that it answers. */
export type Statement = { from: string; text: string; takes: string; answers: string | null }

/** What a version of the product knows of its database, and asks of it. */
export type Version = {
  lastMigration: string
  columns: Record<string, string>
  /** Constraints and unique indexes, each with its table. */
  rules: string[]
  statements: Statement[]
}

/** A statement that the database does not understand, and why. */
export type NotUnderstood = { from: string; text: string; why: string }

const columnsQuery = `
  select c.table_name || '.' || c.column_name as name,
    c.udt_name || case when c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER' then ' required' else '' end as type
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`

const rulesQuery = `
  select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule from pg_constraint
  where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'x', 'f', 'p') and conrelid <> 0
  union
  select tablename || ': ' || regexp_replace(indexdef, '^CREATE UNIQUE INDEX \\S+ ON \\S+ ', 'UNIQUE INDEX ') from pg_indexes
  where schemaname = 'public' and indexdef like 'CREATE UNIQUE %'
  order by 1`

export async function readColumns(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(columnsQuery)
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}

export async function readRules(client: pg.Client): Promise<string[]> {
  return (await client.query<{ rule: string }>(rulesQuery)).rows.map(({ rule }) => rule)
}

export async function readLastMigration(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`select name from ${migrationsTable} order by name desc limit 1`)
  return rows[0]!.name
}

/** Statements that are sent in one message: a round trip for each would take longer than parsing it. */
const together = 40
/** SQLSTATE of a name that a prepared statement has. */
const preparedAlready = '42P05'
const isDone = () => true
const isNotDone = () => false

/** Has the database parse statements without running them: their tables, columns, functions and types must all exist. */
export async function understand(
  client: pg.Client,
  asked: readonly { from: string; text: string }[],
): Promise<{ understood: Statement[]; not: NotUnderstood[] }> {
  const not: NotUnderstood[] = []
  const prepare = asked.map(({ text }, n) => `prepare asked_${n} as ${text}`)
  for (let from = 0; from < asked.length; from += together) {
    const some = prepare.slice(from, from + together)
    if (await client.query(some.join(';\n')).then(isDone, isNotDone)) continue
    // One of them is not understood: each by itself, of which some are prepared already.
    for (const [n, text] of some.entries())
      await client.query(text).catch((error: Error & { code?: string }) => {
        if (error.code !== preparedAlready) not.push({ ...asked[from + n]!, why: error.message })
      })
  }
  const { rows } = await client.query<{ name: string; takes: string; answers: string | null }>(
    `select name, parameter_types::text as takes, result_types::text as answers from pg_prepared_statements where name like 'asked%'`,
  )
  await client.query('deallocate all')
  const types = new Map(rows.map(({ name, takes, answers }) => [name, { takes, answers }]))
  const understood = asked.flatMap((one, n) => {
    const found = types.get(`asked_${n}`)
    return found ? [{ ...one, ...found }] : []
  })
  return { understood, not }
}

/** Only what can be prepared: no transaction control, no scripts of several statements. The job queue has migrations of its own. */
export const canBePrepared = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with|values|merge)\b/i.test(text) && !text.includes(`${jobsSchema}.`)

/** A statement once for however many rows or values it has: `($1, $2), ($3, $4)` is `($1, $2)`. */
export const shapeOf = (text: string): string =>
  text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\([^()]*\$[^()]*\))(?:, \1)+/g, '$1')
    .replaceAll(/\$(?:, \$)+/g, '$')

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '#lib/start-error.ts'

/**
 * The functions and views of the database: functions/<name>.sql and views/<name>.sql, one object a file; a trigger stands in
 * the file of its function. They are created anew after the migrations when the text of any has changed.
 *
 * Immutable functions are the exception, because generated columns and indexes may use them: they exist before the migrations,
 * are never dropped, and are only replaced. Changing what one answers, or its arguments, requires a migration that rebuilds
 * these columns and indexes: PostgreSQL does not notice that what they hold is out of date.
 */
export type SqlObject = { kind: 'function' | 'view'; name: string; text: string; immutable: boolean; uses: string[] }

/** One row: the hash of what was created last, and what was created, in its order, as `drop` names it. */
export const sqlObjectsTable = 'sql_objects'

/** All objects of a folder, each after those that it uses. */
export function readSqlObjects(home: string): SqlObject[] {
  const files = [...readKind(home, 'function'), ...readKind(home, 'view')]
  const twice = files.find((file, at) => files.findIndex((other) => other.name === file.name) !== at)
  if (twice) throw new StartError(`${twice.name} is a function and a view: one of them needs another name.`)
  const objects = files.map((file) => ({ ...file, uses: files.filter((other) => mentions(file, other)).map((other) => other.name) }))
  const ordered = inOrderOfUse(objects)
  const immutable = new Set(ordered.filter((object) => object.immutable).map((object) => object.name))
  for (const { name, uses } of ordered.filter((object) => object.immutable)) {
    const changing = uses.find((used) => !immutable.has(used))
    if (changing !== undefined) throw new StartError(`The immutable function ${name} uses ${changing}, which is not immutable.`)
  }
  return ordered
}

type File = Omit<SqlObject, 'uses'> & { code: string }

function readKind(home: string, kind: SqlObject['kind']): File[] {
  const folder = join(home, `${kind}s`)
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return names.toSorted().map((file) => parseFile(kind, file.slice(0, -'.sql'.length), readFileSync(join(folder, file), 'utf8')))
}

function parseFile(kind: SqlObject['kind'], name: string, text: string): File {
  const code = text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' ')
  const defined = [...code.matchAll(/\bcreate\s+(?:or\s+replace\s+)?(function|view)\s+(\w+)/gi)].map(([, what, of]) => `${what} ${of}`)
  if (defined.length !== 1 || defined[0] !== `${kind} ${name}`)
    throw new StartError(
      `${kind}s/${name}.sql must create the ${kind} ${name} and nothing else; it creates ${defined.join(', ') || 'nothing'}.`,
    )
  const head = code.split(/\bas\s+\$|\bbegin\s+atomic\b/i)[0] ?? ''
  return { kind, name, text, code, immutable: kind === 'function' && /\bimmutable\b/i.test(head) }
}

/** A word that is followed by a bracket may be a function; a view can stand anywhere outside of comments and strings. */
function mentions(file: File, other: File): boolean {
  if (file.name === other.name) return false
  return new RegExp(other.kind === 'function' ? `\\b${other.name}\\s*\\(` : `\\b${other.name}\\b`, 'i').test(file.code)
}

function inOrderOfUse(objects: SqlObject[]): SqlObject[] {
  const byName = new Map(objects.map((object) => [object.name, object]))
  const ordered = new Set<SqlObject>()
  const visit = (object: SqlObject, path: string[]) => {
    if (ordered.has(object)) return
    const users = [...path, object.name]
    if (path.includes(object.name))
      throw new StartError(`SQL functions and views use each other in a circle: ${users.slice(path.indexOf(object.name)).join(' → ')}.`)
    for (const used of object.uses) visit(byName.get(used)!, users)
    ordered.add(object)
  }
  for (const object of objects) visit(object, [])
  return [...ordered]
}

/** Of the objects and of the migrations: after a migration, which may have dropped a view to change its tables, all are created anew. */
export function hashSqlObjects(objects: SqlObject[], migrations: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([migrations, objects.map(({ kind, name, text }) => [kind, name, text])]))
    .digest('hex')
}

export async function createImmutable(client: pg.Client, objects: SqlObject[]): Promise<void> {
  await inTransaction(client, async () => {
    for (const object of objects.filter((one) => one.immutable)) {
      await client.query(object.text)
      await readIdentity(client, object)
    }
  })
}

/** Drops what was created last time, whether or not its file is still there, and creates everything, in one transaction. */
export async function createAnew(client: pg.Client, objects: SqlObject[], hash: string): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`create table if not exists ${sqlObjectsTable} (hash text not null, objects text[] not null)`)
    await dropInstalled(client, new Set(objects.filter((object) => object.immutable).map((object) => object.name)))
    const created: string[] = []
    for (const object of objects.filter((one) => !one.immutable)) {
      await client.query(object.text)
      created.push(await readIdentity(client, object))
    }
    await client.query(`delete from ${sqlObjectsTable}`)
    await client.query(`insert into ${sqlObjectsTable} (hash, objects) values ($1, $2)`, [hash, created])
  })
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Without cascade, except for triggers: a table that has come to depend on one of these is an error, not a loss. */
async function dropInstalled(client: pg.Client, immutable: Set<string>): Promise<void> {
  const { rows } = await client.query<{ objects: string[] }>(`select objects from ${sqlObjectsTable}`)
  for (const identity of (rows[0]?.objects ?? []).toReversed()) {
    const [kind, name, signature] = /^(function|view) (\w+)(.*)$/.exec(identity)?.slice(1) ?? []
    // A function that has become immutable was replaced already, and its columns may be there.
    if (kind === undefined || immutable.has(name!)) continue
    const triggers = await client.query<{ drop: string }>(
      `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop from pg_trigger where tgfoid = to_regprocedure($1) and not tgisinternal`,
      [kind === 'function' ? `${name}${signature}` : null],
    )
    for (const { drop } of triggers.rows) await client.query(drop)
    await client.query(`drop ${kind} if exists ${name}${signature}`)
  }
}

/** What `drop` calls it: of a function with the types of its arguments. There must be one of that name. */
async function readIdentity(client: pg.Client, { kind, name }: SqlObject): Promise<string> {
  if (kind === 'view') return `view ${name}`
  const { rows } = await client.query<{ identity: string }>(
    `select oid::regprocedure::text as identity from pg_proc where proname = $1 and pronamespace = current_schema()::regnamespace order by 1`,
    [name],
  )
  if (rows.length !== 1)
    throw new StartError(
      `There are ${rows.length} functions ${name}: ${rows.map((row) => row.identity).join(', ')}. A migration has to drop those that no file creates.`,
    )
  return `function ${rows[0]!.identity}`
}

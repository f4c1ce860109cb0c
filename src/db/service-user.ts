import pg from 'pg'
import { createHash } from 'node:crypto'
import { StartError } from '#lib/start-error.ts'

/** What says which migrations and functions a database has: only its owner writes there. */
export type OwnersTables = readonly string[]

const embeddedUser = 'fieldhouse_service'

/** SQLSTATE undefined_object: there is no such user. */
const unknownUser = '42704'

/**
 * Lets the user that the service runs as read and write rows, and nothing else: it cannot create, change or drop a table, a
 * function or a trigger. What later migrations create is open to it from the start. Run by the owner, one process at a time.
 */
export async function admitService(client: pg.Client, user: string, schemas: readonly string[], ownersTables: OwnersTables): Promise<void> {
  if (await hasRights(client, user, schemas, ownersTables)) return
  const [who, where] = [pg.escapeIdentifier(user), schemas.map((name) => pg.escapeIdentifier(name)).join(', ')]
  const rows = 'select, insert, update, delete on'
  await client.query(`
    begin;
    grant usage on schema ${where} to ${who};
    grant ${rows} all tables in schema ${where} to ${who};
    grant usage, select on all sequences in schema ${where} to ${who};
    alter default privileges in schema ${where} grant ${rows} tables to ${who};
    alter default privileges in schema ${where} grant usage, select on sequences to ${who};
    revoke create on schema ${where} from public;
    revoke insert, update, delete on ${ownersTables.map((name) => pg.escapeIdentifier(name)).join(', ')} from ${who};
    commit`)
}

/** Whether there is nothing left to grant; the owner needs nothing granted. */
async function hasRights(client: pg.Client, user: string, schemas: readonly string[], ownersTables: OwnersTables): Promise<boolean> {
  try {
    const { rows } = await client.query<{ has: boolean }>(
      `select $1 = current_user or not exists (
         select from pg_class c where c.relnamespace = any ($2::regnamespace[])
           and (c.relkind in ('r', 'p', 'v') and not has_table_privilege($1, c.oid, 'select')
             or c.relkind in ('r', 'p') and c.relname <> all ($3) and not (has_table_privilege($1, c.oid, 'insert')
               and has_table_privilege($1, c.oid, 'update') and has_table_privilege($1, c.oid, 'delete'))
             or c.relkind = 'S' and not has_sequence_privilege($1, c.oid, 'usage'))) as has`,
      [user, schemas, ownersTables],
    )
    return rows[0]?.has === true
  } catch (error) {
    if ((error as { code?: string }).code !== unknownUser) throw error
    throw new StartError(`The database has no user “${user}”, which DATABASE_URL names: create it (docs/running.md).`)
  }
}

/**
 * Address of the embedded server for the service, whose user is made when it is not there. Its password follows from the owner's,
 * which is kept in the data folder and in its backups.
 */
export async function openServiceUser(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl)
  const password = createHash('sha256').update(`${embeddedUser}:${url.password}`).digest('base64url')
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fieldhouse-migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [embeddedUser])
    if (rowCount === 0) await client.query(`create role ${embeddedUser} login password ${pg.escapeLiteral(password)}`)
  } finally {
    await client.end()
  }
  return ownerUrl.replace(`//${url.username}:${url.password}@`, `//${embeddedUser}:${password}@`)
}

import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'

/** The baseline: plain Node, one connection pool, one insert under the same exclusion constraint, nothing else. */
const workers = Number(process.env['WORKERS'] ?? 1)
if (workers > 1 && cluster.isPrimary) {
  for (let n = 0; n < workers; n++) cluster.fork()
  let waiting = workers
  cluster.on('message', (_, message) => {
    if (--waiting === 0) process.send?.(message)
  })
  process.on('SIGINT', () => process.exit(0))
} else await serve()

async function serve(): Promise<void> {
  const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
  await pool.query(`
  select pg_advisory_lock(1);
  create table if not exists bare_occupancy (space_id integer not null, during tstzrange not null, holder_id uuid not null default gen_random_uuid(),
    exclude using gist (space_id with =, during with &&));
  truncate bare_occupancy;
  select pg_advisory_unlock(1)`)

  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(204).end()
    const { space, starts, ends } = JSON.parse(await text(request)) as { space: number; starts: string[]; ends: string[] }
    const { rowCount } = await pool.query({
      name: 'take',
      text: 'insert into bare_occupancy (space_id, during) select $1, tstzrange(s, e) from unnest($2::timestamptz[], $3::timestamptz[]) as t (s, e) on conflict do nothing',
      values: [space, starts, ends],
    })
    response.writeHead(rowCount === starts.length ? 201 : 409).end()
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
  process.on('SIGINT', () => process.exit(0))
}

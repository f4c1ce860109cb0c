import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'

/** What nobody can be faster than by much: plain Node, one connection pool, one insert under the same constraint, nothing else. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(`
  create table if not exists bare_occupancy (space_id integer not null, during tstzrange not null, holder_id uuid not null default gen_random_uuid(),
    exclude using gist (space_id with =, during with &&));
  truncate bare_occupancy`)

const server = createServer(async (request, response) => {
  const { space, start, end } = JSON.parse(await text(request)) as { space: number; start: string; end: string }
  const { rowCount } = await pool.query({
    name: 'take',
    text: 'insert into bare_occupancy (space_id, during) values ($1, tstzrange($2, $3)) on conflict do nothing',
    values: [space, start, end],
  })
  response.writeHead(rowCount === 1 ? 201 : 409).end()
})
server.listen(0, '127.0.0.1', () => process.send?.({ ready: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
process.on('SIGINT', () => process.exit(0))

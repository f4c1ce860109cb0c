import type pg from 'pg'

/**
 * Is there a pooler on this connection? PostgreSQL gives the number of its process when a connection begins, so that statements
 * can be cancelled; a pooler gives a number of its own.
 */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { processID } = client as unknown as { processID: number | null }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== processID
}

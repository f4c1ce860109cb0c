import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isPooled } from '#db/pooler.ts'
import { found, type Finding } from '#http/findings.ts'
import { reasonOf } from '#lib/network-fault.ts'

/** How long a notice may take. */
const arrivesWithin = 2000
const channel = 'fieldhouse_doctor'

/** Whether a pooler stands in front of the database, and whether notices that go through it arrive at PostgreSQL's own address. */
export async function checkPooler(client: pg.Client, directUrl: string | undefined): Promise<Finding[]> {
  if (directUrl === undefined) return (await isPooled(client)) ? [found('database', 'pooler_alone')] : []
  const direct = new pg.Client({ connectionString: directUrl, application_name: 'fieldhouse-doctor', connectionTimeoutMillis: 8000 })
  direct.on('error', () => {})
  try {
    await direct.connect()
    return [found('database', (await hears(direct, client)) ? 'pooler_with_direct' : 'pooler_direct_silent')]
  } catch (error) {
    return [found('database', 'pooler_direct_lost', { reason: reasonOf(error) })]
  } finally {
    await direct.end().catch(() => {})
  }
}

async function hears(direct: pg.Client, client: pg.Client): Promise<boolean> {
  const word = `${process.pid}-${Date.now()}`
  const heard = new Promise<boolean>((resolve) => direct.on('notification', ({ payload }) => payload === word && resolve(true)))
  await direct.query(`listen ${channel}`)
  await client.query('select pg_notify($1, $2)', [channel, word])
  return Promise.race([heard, delay(arrivesWithin, false, { ref: false })])
}

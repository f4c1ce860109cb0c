import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '#testing/postgres.ts'
import { migrate } from '#db/migrate.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.url)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('a member’s hours are summed by the index of the member’s days, also in a table that was never analysed', async () => {
  const plans: string[] = []
  client.on('notice', ({ message }) => plans.push(message ?? ''))
  await client.query(`load 'auto_explain'`)
  await client.query(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log`)
  const id = '00000000-0000-4000-8000-000000000001'
  const wanted = [{ unit: id, member: id, sport: 'badminton', day: '2026-11-20', minutes: 60, perDayAndSport: 120, perWeek: 600 }]
  await client.query('select from over_quota($1::jsonb, now())', [JSON.stringify(wanted)])
  expect(plans.join('\n').match(/Scan using \S+ on order_items\b/g)).toEqual(['Scan using order_items_of_member on order_items'])
})

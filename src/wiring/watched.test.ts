import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMetrics, watch } from '#http/metrics.ts'
import { openDb } from '#db/connect.ts'
import { at, placed } from '#testing/orders.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openTestService, type TestService } from '#testing/test-service.ts'
import { modules } from './modules.ts'
import { watchedOf } from './watched.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
  await smallCentre(service.db)
})
afterAll(() => service.close())

const scraped = async (db = service.db): Promise<string> => {
  const metrics = openMetrics()
  watch(metrics, watchedOf({ db, clock: service.clock, modules }))
  return metrics.registry.metrics()
}
const valueOf = async (name: string): Promise<number | undefined> => {
  const line = (await scraped()).split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ')[1])
}

describe('what waits in the database is in /metrics', () => {
  it('nothing waits in a new centre', async () => {
    const quiet = [
      'jobs_late_seconds',
      'letters_due_seconds',
      'messages_failed',
      'refunds_in_doubt',
      'invoices_due_seconds',
      'discrepancies_open',
    ]
    for (const name of quiet) expect([name, await valueOf(name)]).toEqual([name, 0])
    expect(await valueOf('database_up')).toBe(1)
  })

  it('an event of which nobody was told, by its age', async () => {
    const [then, id] = [new Date(service.clock.now().getTime() - 90_000), randomUUID()]
    await sql`insert into outbox (topic, subject_id, payload, at) values ('order', ${id}, '{"kind":"paid"}', ${then})`.execute(service.db)
    expect(await valueOf('letters_due_seconds')).toBe(90)
    await sql`delete from outbox where subject_id = ${id}`.execute(service.db)
  })

  it('a job that no worker takes', async () => {
    await sql`insert into pgboss.job (name, start_after) values ('roll-up-insight', now() - interval '10 minutes')`.execute(service.db)
    expect(await valueOf('jobs_late_seconds')).toBeGreaterThanOrEqual(600)
    // A long queue that somebody works at, and one that no version knows any more.
    await sql`insert into pgboss.job (name, state) values ('roll-up-insight', 'active')`.execute(service.db)
    expect(await valueOf('jobs_late_seconds')).toBe(0)
    await sql`delete from pgboss.job where name = 'roll-up-insight'`.execute(service.db)
  })

  it('a message of today that was not delivered, and none of the week before', async () => {
    for (const days of [0, 7]) {
      const created = new Date(service.clock.now().getTime() - days * 86_400_000)
      await sql`insert into messages (id, channel, recipient, locale, state, cause, created_at)
        values (${randomUUID()}, 'mail', 'a@example.com', 'tw', 'failed', ${`test:${days}`}, ${created})`.execute(service.db)
    }
    expect(await valueOf('messages_failed')).toBe(1)
  })

  it('a refund of which nobody knows whether it went', async () => {
    const member = await service.newMember()
    const orderNo = await placed(service, member, [at(3, 20, 19)])
    const orderId = (await service.db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()).id
    await sql`insert into refunds (id, refund_no, order_id, state, way, cause, amount, unclear, created_at, changed_at, try_at)
      values (${randomUUID()}, 'R1', ${orderId}, 'processing', 'card', 'cancelled', 500, true, now(), now(), now())`.execute(service.db)
    expect(await valueOf('refunds_in_doubt')).toBe(1)
  })

  it('says that the database is away, and nothing of what is in it', async () => {
    const away = openDb('postgres://nobody@127.0.0.1:1/none', 1)
    const said = await scraped(away)
    expect(said).toMatch(/^database_up 0$/m)
    expect(said).not.toMatch(/^(jobs_late_seconds|letters_due_seconds|refunds_in_doubt|texts_this_hour) /m)
    await away.destroy()
  })
})

describe('the dashboard and the alerts', () => {
  const file = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const [alerts, dashboard, running] = [file('deploy/alerts.yaml'), file('deploy/grafana.json'), file('docs/running.md')]

  it('ask for what is in /metrics', async () => {
    const known = new Set([...(await scraped()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
    // Of Prometheus itself: whether a process could be asked.
    known.add('up')
    const queries = (JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }).panels.flatMap(({ targets = [] }) =>
      targets.map(({ expr }) => expr),
    )
    const asked = [...queries, ...[...alerts.matchAll(/^ +expr: (.*)$/gm)].map(([, expr]) => expr!)]
    expect(asked.length).toBeGreaterThan(20)
    for (const expr of asked) {
      const names = [...expr.replaceAll(/\{[^}]*\}|by \([^)]*\)|\[[^\]]*\]/g, '').matchAll(/\b([a-z]+_[a-z\d_]+|up)\b(?!\s*\()/g)]
      expect(names.length, expr).toBeGreaterThan(0)
      for (const [, name] of names)
        expect([expr, known.has(name!.replace(/_(bucket|count|sum)$/, '')) || known.has(name!)]).toEqual([expr, true])
    }
  })

  it('every alert says what to do in docs/running.md, and nothing else is there', () => {
    const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
    const explained = [...running.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!)
    expect(named.length).toBeGreaterThan(8)
    expect(explained).toEqual(named)
    for (const name of named) expect(alerts).toContain(`docs/running.md#${name.toLowerCase()}`)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { freshDatabase } from '#testing/postgres.ts'
import { defaultSettings } from './rules.ts'
import { readRules, writeRules } from './store.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 2)
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})

const at = (hour: number) => new Date(Date.UTC(2026, 10, 15, hour))

describe('rules in the database', () => {
  it('are the defaults until somebody decides, and stay in their other groups', async () => {
    const before = await readRules(db)
    expect(before.booking).toEqual(defaultSettings.booking)
    await writeRules(db, { booking: { ...before.booking, daysAhead: 14 } }, null, at(1))
    expect(await readRules(db)).toEqual({ ...before, booking: { ...before.booking, daysAhead: 14 } })
  })

  it('keep every set of refund tiers with the moment until which it held', async () => {
    const none = [{ days: 0, percent: 0 }]
    const full = [{ days: 0, percent: 100 }]
    await writeRules(db, { refunds: { hourly: full, sessions: none } }, null, at(2))
    await writeRules(db, { refunds: { hourly: none, sessions: none } }, null, at(3))
    expect((await readRules(db)).refunds).toEqual({ hourly: none, sessions: none })
    const row = await db.selectFrom('settings').select('value').where('key', '=', 'refunds').executeTakeFirstOrThrow()
    expect(row.value).toEqual({
      hourly: none,
      sessions: none,
      before: [
        { ...defaultSettings.refunds, until: at(2).toISOString() },
        { hourly: full, sessions: none, until: at(3).toISOString() },
      ],
    })
  })

  it('keep the name of a kind of document that is no longer asked for', async () => {
    const [form, , roster] = defaultSettings.documents.kinds
    const insurance = { code: 'insurance', name: { tw: '保險證明', en: 'Proof of insurance' } }
    await writeRules(db, { documents: { kinds: [form!, insurance, roster!], atMost: 5 } }, null, at(4))
    expect((await readRules(db)).documents).toEqual({
      kinds: [form, insurance, roster, { ...defaultSettings.documents.kinds[1], retired: true }],
      atMost: 5,
    })
  })
})

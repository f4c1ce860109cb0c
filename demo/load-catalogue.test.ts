import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { presentExport } from '#modules/catalogue/present.ts'
import { readCatalogueFile } from '#modules/catalogue/read-catalogue-file.ts'
import { catalogueRows } from '#testing/catalogue-plans.ts'
import { freshDatabase } from '#testing/postgres.ts'
import file from './catalogue.json' with { type: 'json' }
import { loadCatalogue, type Loaded } from './load-catalogue.ts'

const now = new Date('2026-11-15T11:15:00+08:00')
let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Db
let first: Loaded
const load = () => db.transaction().execute((trx) => loadCatalogue(trx, now))
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 2)
  first = await load()
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})

describe('the demo’s catalogue file', () => {
  it('gives every facility, court, space and locker the number that links and journeys know', async () => {
    expect(first).toEqual({ facilities: true, lockers: true })
    await expect(await catalogueRows(db)).toMatchFileSnapshot('./loaded-catalogue.txt')
  })

  it('comes back as it is from an export', async () => {
    expect(presentExport(await readCatalogueFile(db))).toEqual(file)
  })

  it('is not loaded again, and does not undo what staff have changed; a section that is missing is added', async () => {
    await db.updateTable('facilities').set({ name_en: 'Feather Hall' }).where('code', '=', 'BAD').execute()
    await db.updateTable('centre').set({ phone: '02-1111-2222' }).execute()
    await db.deleteFrom('lockers').execute()
    expect(await load()).toEqual({ facilities: false, lockers: true })
    expect(presentExport(await readCatalogueFile(db))).toMatchObject({
      centre: { phone: '02-1111-2222' },
      facilities: [{ name: { en: 'Feather Hall' } }, ...file.facilities.slice(1).map(({ code }) => ({ code }))],
      lockers: file.lockers,
    })
  })
})

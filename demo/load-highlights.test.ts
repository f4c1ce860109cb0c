import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import sharp from 'sharp'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { readShown } from '#modules/highlights/store.ts'
import { openFileStore, type FileStore } from '#modules/files/storage.ts'
import { somePicture } from '#testing/highlights.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { loadDemo } from './load.ts'
import { loadHighlights } from './load-highlights.ts'
import { stories } from './stories.ts'

const now = new Date('2026-11-15T11:15:00+08:00')
const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-demo-files-'))
let database: FreshDatabase
let db: Db
let files: FileStore
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 4)
  files = await openFileStore({ kind: 'disk', dir })
  await loadDemo(db, files, now)
}, 120_000)
afterAll(async () => {
  await closeDb(db)
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

it('A18 the demo has five stories with eleven pictures, each told in both languages', () => {
  const pictures = stories.flatMap((story) => story.pictures)
  expect([stories.length, pictures.length]).toEqual([5, 11])
  for (const { tw, en } of [...stories.flatMap(({ title, text }) => [title, text]), ...pictures.map(({ alt }) => alt)])
    expect(tw && en).toBeTruthy()
})

it('A18 the demo’s pictures are drawn from the court lines', async () => {
  const { width, height, format } = await sharp(await stories[1]!.pictures[0]!.draw()).metadata()
  expect({ width, height, format }).toEqual({ width: 1200, height: 800, format: 'jpeg' })
}, 60_000)

it('A18 the demo’s pictures are loaded once when several processes start at the same time', async () => {
  const plain = stories.map((story) => ({
    ...story,
    pictures: story.pictures.map(({ alt }) => ({ alt, draw: () => somePicture(600, 400) })),
  }))
  await Promise.all([1, 2, 3].map(() => loadHighlights({ db, files }, plain, now)))
  await loadHighlights({ db, files }, plain, now)
  const { stories: shown, total } = await readShown(db, { page: 1, pageSize: 100 }, now)
  expect(total).toBe(5)
  expect(shown.map(({ title }) => title.tw)).toEqual(stories.map(({ title }) => title.tw))
  expect(shown[0]!.pictures[0]).toMatchObject({ width: 600, height: 400 })
})

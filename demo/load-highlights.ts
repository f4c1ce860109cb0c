import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/connect.ts'
import { loadSharp } from '#lib/load-sharp.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { keepStoryVersion } from '#modules/content/history-store.ts'
import type { PictureOfStory } from '#modules/content/story-rules.ts'
import { insertStory, moveStory, putPictures } from '#modules/content/story-store.ts'
import { keepFiles, storeFile } from '#modules/files/keep-files.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { DemoStory } from './stories.ts'

type Needs = { db: Db; files: FileStore }

const folder = join(import.meta.dirname, 'pictures')

/** Loads stories with their pictures; answers whether it did. When several processes start together, the first to finish loads them. */
export async function loadHighlights({ db, files }: Needs, stories: DemoStory[], now: Date): Promise<boolean> {
  if (await isLoaded(db)) return false
  const measured = await Promise.all(
    stories.map(async (story) => ({ ...story, pictures: await Promise.all(story.pictures.map(({ file, alt }) => measure(file, alt))) })),
  )
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-demo'))`.execute(trx)
    const staff = await trx.selectFrom('members').select('id').where('account', '=', 'staff').executeTakeFirst()
    if (!staff || (await isLoaded(trx))) return false
    for (const story of measured) await hang(trx, files, story, staff.id, now)
    return true
  })
}

const isLoaded = async (db: Db | Trx) => (await db.selectFrom('highlights').select('id').limit(1).executeTakeFirst()) !== undefined

type Measured = { path: string; width: number; height: number; size: number; sha256: string; alt: DemoStory['title'] }

async function hang(
  trx: Trx,
  files: FileStore,
  { title, text, daysAgo, pictures }: Omit<DemoStory, 'pictures'> & { pictures: Measured[] },
  staffId: string,
  now: Date,
): Promise<void> {
  const id = randomUUID()
  const hung: PictureOfStory[] = []
  for (const { path, width, height, size, sha256, alt } of pictures) {
    const file = await storeFile(
      { db: trx as Db, store: files, ownerId: staffId, purpose: 'upload', now },
      { path, name: `${id}-${hung.length + 1}.jpg`, type: 'image/jpeg', size, sha256 },
    )
    hung.push({ id: randomUUID(), fileId: file.id, alt, width, height })
  }
  await insertStory(trx, id, { title, text, day: addDays(dayOf(now), -daysAgo), pictures: [] }, staffId, now)
  const fileIds = hung.map(({ fileId }) => fileId)
  await keepFiles(trx, fileIds, staffId, now)
  await putPictures(trx, id, hung)
  await moveStory(trx, id, 'publish', { publishAt: now, expiresAt: null }, now)
  await keepStoryVersion(trx, id, { by: staffId }, now)
}

async function measure(file: string, alt: DemoStory['title']): Promise<Measured> {
  const path = join(folder, file)
  const bytes = await readFile(path)
  const { width, height } = await (await loadSharp())(bytes).metadata()
  return { path, width, height, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), alt }
}

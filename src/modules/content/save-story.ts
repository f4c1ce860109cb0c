import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { changedFields } from '#lib/changed-fields.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles, type NoSuchFile } from '#modules/files/keep-files.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { filesOfStoryVersions, findStoryVersion, keepStoryVersion, readStorySavers } from './history-store.ts'
import { measurePicture } from '#modules/files/make-variant.ts'
import { changedSince, type Changed, type Shelf } from './publish.ts'
import type { NewStory, PictureOfStory, Story } from './story-rules.ts'
import { deleteStory, findStory, insertStory, lockStory, moveStory, putPictures, removePictures, updateStory } from './story-store.ts'

export type SaveHighlightRefusal = { code: 'not_found' } | Changed<'highlight'> | { code: 'not_a_picture'; path: string } | NoSuchFile
type Saving = { db: Db; files: FileStore }
type Saved = { id: string; version: number }
/** The story that is changed, and the version of it that was read. */
type Known = { id: string; version: number }

/** Creates (without `known`) or changes a story. Its pictures are exactly those named, in this order. */
export async function saveHighlight(
  saving: Saving,
  story: NewStory & { known?: Known; restoredFrom?: number },
  by: string,
  audit: Audit,
  now: Date,
): Promise<Result<Saved, SaveHighlightRefusal>> {
  const measured = await measureNew(saving, story, by)
  if (!measured.ok) return measured
  const { known, restoredFrom = null } = story
  const id = known?.id ?? randomUUID()
  return inTransaction<Saved, SaveHighlightRefusal>(saving.db, async (trx) => {
    if (!known) await insertStory(trx, id, story, by, now)
    const earlier = await lockStory(trx, id)
    if (!earlier) return refuse({ code: 'not_found' })
    if (known && !(await updateStory(trx, id, known.version, story, now)))
      return refuse(changedSince('highlight', (await readStorySavers(trx, [id])).get(id)))
    const placed = await placePictures(trx, id, { story, earlier: earlier.pictures, measured: measured.value, by }, now)
    if (!placed.ok) return placed
    await releaseFiles(trx, await keepStoryVersion(trx, id, { by, restoredFrom }, now), now)
    await audit(trx, {
      action: known ? (restoredFrom === null ? 'highlight.changed' : 'highlight.restored') : 'highlight.written',
      subject: { kind: 'highlight', id, label: story.title },
      ...(known ? changedFields(fieldsOf(earlier), fieldsOf(story)) : {}),
    })
    return ok({ id, version: (known?.version ?? 0) + 1 })
  })
}

/** Brings an earlier version back, as a new version. */
export async function restoreHighlight(
  saving: Saving,
  { id, version, restored }: Known & { restored: number },
  by: string,
  audit: Audit,
  now: Date,
): Promise<Result<Saved, SaveHighlightRefusal>> {
  const earlier = await findStoryVersion(saving.db, id, restored)
  if (!earlier) return refuse({ code: 'not_found' })
  return saveHighlight(saving, { ...earlier, known: { id, version }, restoredFrom: restored }, by, audit, now)
}

export const storyShelf: Shelf<string, Story, 'highlight', never> = {
  noun: 'highlight',
  kind: 'highlight',
  lock: lockStory,
  whyNotShown: () => undefined,
  move: moveStory,
  async remove(trx, { id, pictures }) {
    const shown = await removePictures(
      trx,
      pictures.map((picture) => picture.id),
    )
    const files = new Set([...shown, ...(await filesOfStoryVersions(trx, id))])
    await deleteStory(trx, id)
    return [...files]
  },
}

type Measures = Map<string, { width: number; height: number }>

/** Measures the pictures that the story does not have yet, before the transaction: it reads files. */
async function measureNew(
  { db, files }: Saving,
  story: NewStory & { known?: Known },
  by: string,
): Promise<Result<Measures, SaveHighlightRefusal>> {
  const measured: Measures = new Map()
  const known = story.known && (await findStory(db, story.known.id))
  if (story.known && !known) return refuse({ code: 'not_found' })
  const past = story.known ? await filesOfStoryVersions(db, story.known.id) : new Set<string>()
  for (const [n, { fileId }] of story.pictures.entries()) {
    if (known?.pictures.some((one) => one.fileId === fileId)) continue
    const size = await measurePicture(db, files, fileId, by, past)
    if (!size) return refuse({ code: 'not_a_picture', path: `pictures.${n}.fileId` })
    measured.set(fileId, size)
  }
  return ok(measured)
}

type Placing = { story: NewStory; earlier: PictureOfStory[]; measured: Measures; by: string }

async function placePictures(
  trx: Trx,
  id: string,
  { story, earlier, measured, by }: Placing,
  now: Date,
): Promise<Result<void, SaveHighlightRefusal>> {
  const before = new Map(earlier.map((one) => [one.fileId, one]))
  const pictures: PictureOfStory[] = []
  for (const [n, { fileId, alt }] of story.pictures.entries()) {
    const there = before.get(fileId)
    const size = there ?? measured.get(fileId)
    // Removed from the story by a concurrent change.
    if (!size) return refuse({ code: 'no_such_file', path: `pictures.${n}.fileId` })
    pictures.push({ id: there?.id ?? randomUUID(), fileId, alt, width: size.width, height: size.height })
  }
  const past = await filesOfStoryVersions(trx, id)
  const added = pictures.filter(({ fileId }) => !before.has(fileId) && !past.has(fileId)).map(({ fileId }) => fileId)
  const kept = await keepFiles(trx, added, by, now, 'pictures')
  if (!kept.ok) return kept
  const stays = new Set(pictures.map((one) => one.fileId))
  const gone = earlier.filter(({ fileId }) => !stays.has(fileId))
  const released = await removePictures(
    trx,
    gone.map((one) => one.id),
  )
  await releaseFiles(
    trx,
    // The picture itself stays in the history; its sizes are made again when it comes back.
    released.filter((file) => !past.has(file)),
    now,
  )
  await putPictures(trx, id, pictures)
  return ok(undefined)
}

const fieldsOf = ({ title, text, day, pictures }: NewStory) => ({ title, text, day, pictures: pictures.length })

import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { changedFields } from '#lib/changed-fields.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles, type NoSuchFile } from '#modules/files/keep-files.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { measurePicture } from './measure-picture.ts'
import { putPictures, removePictures } from './picture-store.ts'
import type { NewStory, PictureOfStory } from './rules.ts'
import { findStory, insertStory, lockStory, updateStory } from './store.ts'

export type SaveHighlightRefusal = { code: 'not_found' } | { code: 'not_a_picture'; path: string } | NoSuchFile
type Saving = { db: Db; files: FileStore }

/** Creates (without an id) or changes a story. Its pictures are exactly those named, in this order. */
export async function saveHighlight(
  { db, files }: Saving,
  story: NewStory & { id?: string },
  by: string,
  audit: Audit,
  now: Date,
): Promise<Result<{ id: string }, SaveHighlightRefusal>> {
  const measured = new Map<string, { width: number; height: number }>()
  const known = story.id === undefined ? undefined : await findStory(db, story.id)
  if (story.id !== undefined && !known) return refuse({ code: 'not_found' })
  for (const [n, { fileId }] of story.pictures.entries()) {
    if (known?.pictures.some((one) => one.fileId === fileId)) continue
    const size = await measurePicture(db, files, fileId, by)
    if (!size) return refuse({ code: 'not_a_picture', path: `pictures.${n}.fileId` })
    measured.set(fileId, size)
  }

  const id = story.id ?? randomUUID()
  return inTransaction<{ id: string }, SaveHighlightRefusal>(db, async (trx) => {
    if (story.id === undefined) await insertStory(trx, id, story, by, now)
    else if (!(await lockStory(trx, id))) return refuse({ code: 'not_found' })
    const earlier = (await findStory(trx, id))!
    const before = new Map(earlier.pictures.map((one) => [one.fileId, one]))
    const pictures: PictureOfStory[] = []
    for (const [n, { fileId, alt }] of story.pictures.entries()) {
      const there = before.get(fileId)
      const size = there ?? measured.get(fileId)
      // Removed from the story by a concurrent change.
      if (!size) return refuse({ code: 'no_such_file', path: `pictures.${n}.fileId` })
      pictures.push({ id: there?.id ?? randomUUID(), fileId, alt, width: size.width, height: size.height })
    }
    const added = pictures.filter(({ fileId }) => !before.has(fileId)).map(({ fileId }) => fileId)
    const kept = await keepFiles(trx, added, by, now, 'pictures')
    if (!kept.ok) return kept
    const stays = new Set(pictures.map((one) => one.fileId))
    const gone = [...before.values()].filter(({ fileId }) => !stays.has(fileId))
    await updateStory(trx, id, story, now)
    const released = await removePictures(
      trx,
      gone.map((one) => one.id),
    )
    await releaseFiles(trx, released, now)
    await putPictures(trx, id, pictures)
    await audit(trx, {
      action: story.id === undefined ? 'highlight.written' : 'highlight.changed',
      subject: { kind: 'highlight', id, label: story.title },
      ...(story.id === undefined ? {} : changedFields(fieldsOf(earlier), fieldsOf(story))),
    })
    return ok({ id })
  })
}

const fieldsOf = ({ title, text, day, pictures }: NewStory) => ({ title, text, day, pictures: pictures.length })

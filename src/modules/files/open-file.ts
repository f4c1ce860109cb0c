import type { Readable } from 'node:stream'
import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isTheirs, mayOpen, mayOpenFor, type FileUse, type Viewer } from './access.ts'
import type { FileStore } from './storage.ts'
import { findFile, type FileRow } from './store.ts'

/** `shownBecause`: the use for which a role lets the caller see somebody else's file. */
export type OpenedFile = { file: FileRow; bytes: ReadableStream<Uint8Array>; shownBecause: FileUse | undefined }

export type OpeningDeps = {
  db: Db
  store: FileStore
  /** Reads what refers to the file: rows of other modules, so it is wired from outside. */
  usesOf(fileId: string): Promise<FileUse[]>
}

/** A caller who may not see a file gets the same 404 as for one that does not exist. */
export async function openFile(
  { db, store, usesOf }: OpeningDeps,
  id: string,
  viewer: Viewer | undefined,
  isForEverybody: () => Promise<boolean>,
): Promise<Result<OpenedFile, { code: 'not_found' }>> {
  const file = await findFile(db, id)
  if (!file) return refuse({ code: 'not_found' })
  const uses = viewer && (viewer.roles.length > 0 || viewer.clubRole) ? await usesOf(id) : []
  const about = { ownerId: file.owner_id, published: file.published, uses }
  if (!mayOpen(about, viewer) && !(await isForEverybody())) return refuse({ code: 'not_found' })
  if ((await store.size(id)) !== file.size) {
    // The bytes may have been removed since the row was read.
    if (!(await findFile(db, id))) return refuse({ code: 'not_found' })
    throw new Error(`The bytes of file ${id} are missing or damaged`)
  }
  const shownBecause = isTheirs(about, viewer) || file.published ? undefined : uses.find((use) => mayOpenFor(use, viewer))
  return ok({ file, bytes: openedWhenRead(() => store.open(id)), shownBecause })
}

/** Opens the file lazily, at the first read: answers to HEAD and 304 are never read, and would leak an open file. */
function openedWhenRead(open: () => Promise<Readable>): ReadableStream<Uint8Array> {
  let source: Readable | undefined
  let chunks: AsyncIterator<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        source ??= await open()
        chunks ??= source[Symbol.asyncIterator]()
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        source?.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

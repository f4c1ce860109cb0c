import type { Readable } from 'node:stream'
import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { mayOpen, type FileUse, type Viewer } from './access.ts'
import type { FileStore } from './storage.ts'
import { findFile, type FileRow } from './store.ts'

export type OpenedFile = { file: FileRow; bytes: ReadableStream<Uint8Array> }

export type OpeningDeps = {
  db: Db
  store: FileStore
  /** What refers to the file: rows of modules that this one does not know. */
  usesOf(fileId: string): Promise<FileUse[]>
}

/** That a file exists is only said to who may see it. */
export async function openFile(
  { db, store, usesOf }: OpeningDeps,
  id: string,
  viewer: Viewer | undefined,
  isForEverybody: () => Promise<boolean>,
): Promise<Result<OpenedFile, { code: 'not_found' }>> {
  const file = await findFile(db, id)
  if (!file) return refuse({ code: 'not_found' })
  const uses = viewer?.role ? await usesOf(id) : []
  if (!mayOpen({ ownerId: file.owner_id, published: file.published, uses }, viewer) && !(await isForEverybody()))
    return refuse({ code: 'not_found' })
  if ((await store.size(id)) !== file.size) {
    // It may have been removed since the row was read.
    if (!(await findFile(db, id))) return refuse({ code: 'not_found' })
    throw new Error(`The bytes of file ${id} are missing or damaged`)
  }
  return ok({ file, bytes: openedWhenRead(() => store.open(id)) })
}

/** Opens nothing until the first byte is asked for: an answer to HEAD, or 304, is never read and could not be closed. */
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

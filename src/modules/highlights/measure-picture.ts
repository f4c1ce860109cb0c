import { buffer } from 'node:stream/consumers'
import type { Db } from '#db/connect.ts'
import { loadSharp } from '#lib/load-sharp.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { findFile } from '#modules/files/store.ts'

/** Undefined when the member has no such file, or it is no picture. `known`: files of the story's history, whoever uploaded them. */
export async function measurePicture(
  db: Db,
  files: FileStore,
  fileId: string,
  ownerId: string,
  known: ReadonlySet<string> = new Set(),
): Promise<{ width: number; height: number } | undefined> {
  const file = await findFile(db, fileId)
  if (!file || (file.owner_id !== ownerId && !known.has(fileId)) || !file.type.startsWith('image/')) return undefined
  const sharp = await loadSharp()
  const { width, height } = await sharp(await buffer(await files.open(fileId))).metadata()
  return { width, height }
}

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Db } from '#db/connect.ts'
import type { FilePurpose, StoredType } from './rules.ts'
import type { FileStore } from './storage.ts'
import { deleteFile, insertUnstored, markStored, renewDouble, type NewFile, type StoredFile } from './store.ts'

/** Checked bytes, in a temporary file. */
export type CheckedFile = { path: string; name: string; type: StoredType; size: number; sha256: string }
export type Keeping = { db: Db; store: FileStore; ownerId: string | null; purpose: FilePurpose; now: Date }

/**
 * Writes the row, then the bytes, then marks the row as stored. After a crash in between, a loose row is left at worst,
 * which is removed after a day together with its bytes.
 */
export async function storeFile({ db, store, ownerId, purpose, now }: Keeping, { path, ...found }: CheckedFile): Promise<StoredFile> {
  const file: NewFile = { id: randomUUID(), ownerId, purpose, ...found }
  for (;;) {
    const double = ownerId === null ? undefined : await renewDouble(db, file, now)
    if (double) return double
    await insertUnstored(db, file, now)
    try {
      await store.put(file.id, createReadStream(path), file.size)
      if (await markStored(db, file.id)) return { id: file.id, name: file.name, size: file.size, type: file.type }
    } catch (error) {
      await undo(db, store, file.id).catch(() => {})
      throw error
    }
    await undo(db, store, file.id)
  }
}

async function undo(db: Db, store: FileStore, id: string): Promise<void> {
  await store.remove(id)
  await deleteFile(db, id)
}

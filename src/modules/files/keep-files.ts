import type { Db, Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { looseCutoff, type FilePurpose, type StoredType } from './rules.ts'
import {
  deleteFile,
  deleteLooseFile,
  insertUnstored,
  keepAgain,
  looseFiles,
  markKept,
  markLoose,
  markPhotosKept,
  markStored,
  renewDouble,
  saysReferredTo,
  takeOwnerless,
  type NewFile,
  type StoredFile,
} from './store.ts'
import type { FileStore } from './storage.ts'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'

export type NoSuchFile = { code: 'no_such_file'; path: string }

/**
 * Marks the caller's files as referred to. The row that refers to them must have a foreign key and be written in the same
 * transaction; on a refusal the transaction must be rolled back.
 */
export async function keepFiles(
  trx: Trx,
  ids: readonly string[],
  ownerId: string,
  now: Date,
  path = 'fileId',
): Promise<Result<void, NoSuchFile>> {
  const wanted = new Set(ids)
  const kept = await markKept(trx, [...wanted], ownerId, now)
  return kept.length === wanted.size ? ok(undefined) : refuse({ code: 'no_such_file', path })
}

/** Gives a file that was uploaded before registering to the new member, and keeps it. Works once for each file; false when it is not such a file. */
export async function claimFile(trx: Trx, id: string, ownerId: string, purpose: FilePurpose, now: Date): Promise<boolean> {
  return takeOwnerless(trx, id, ownerId, purpose, now)
}

/** As `keepFiles`, for photos, which visitors without an account may upload: a caller who knows their ids can keep them, once. */
export async function keepPhotos(
  trx: Trx,
  ids: readonly string[],
  ownerId: string | null,
  now: Date,
  path: string,
): Promise<Result<void, NoSuchFile>> {
  const wanted = new Set(ids)
  const kept = await markPhotosKept(trx, [...wanted], ownerId, now)
  return kept.length === wanted.size ? ok(undefined) : refuse({ code: 'no_such_file', path })
}

/** Marks files as no longer referred to by the caller. If another row still refers to one, its foreign key prevents the deletion. */
export async function releaseFiles(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await markLoose(trx, ids, now)
}

/** Removes files that nothing has referred to for a day, rows and bytes. One that fails does not stop the others. */
export async function removeLooseFiles(db: Db, store: FileStore, now: Date): Promise<number> {
  const before = looseCutoff(now)
  const failures: unknown[] = []
  let removed = 0
  for (const id of await looseFiles(db, before)) {
    try {
      if (await removeOne(db, store, id, before, now)) removed += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} loose files could not be removed`)
  return removed
}

/** Deletes the row, then the bytes, then commits: if the bytes cannot be deleted, the row is rolled back and the next run tries again. */
async function removeOne(db: Db, store: FileStore, id: string, before: Date, now: Date): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      const deleted = await deleteLooseFile(trx, id, before)
      if (deleted) await store.remove(id)
      return deleted
    })
  } catch (error) {
    if (!saysReferredTo(error)) throw error
    await keepAgain(db, id, now)
    return false
  }
}

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

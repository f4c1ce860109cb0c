import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { FilePurpose } from './rules.ts'
import { markKept, markLoose, markPhotosKept, takeOwnerless } from './store.ts'

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

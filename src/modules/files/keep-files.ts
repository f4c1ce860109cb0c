import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { FilePurpose } from './rules.ts'
import { markKept, markLoose, markPhotosKept, takeOwnerless } from './store.ts'

export type NoSuchFile = { code: 'no_such_file'; path: string }

/**
 * Marks the caller's files as referred to. Whatever refers must do so by a foreign key, in the same transaction;
 * a refusal means that the transaction has to be rolled back.
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

/** Takes and keeps a file that was uploaded before its owner had an account. It works once for one file; false: not for this one. */
export async function claimFile(trx: Trx, id: string, ownerId: string, purpose: FilePurpose, now: Date): Promise<boolean> {
  return takeOwnerless(trx, id, ownerId, purpose, now)
}

/** The same for photos, which a visitor may have sent: theirs can be kept once, by whoever knows their ids. */
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

/** Nothing of the caller's refers to them any more. If something else still does, its foreign key keeps them. */
export async function releaseFiles(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await markLoose(trx, ids, now)
}

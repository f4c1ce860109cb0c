import { anyOf } from '#db/any-of.ts'
import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { DB, Files } from '#db/tables.gen.ts'
import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { FilePurpose, StoredType } from './rules.ts'

export type FileRow = Selectable<Files>
export type StoredFile = Pick<FileRow, 'id' | 'name' | 'size' | 'type'>
export type NewFile = {
  id: string
  ownerId: string | null
  purpose: FilePurpose
  name: string
  type: StoredType
  size: number
  sha256: string
}

/** By name, not all of them: a prepared statement fails when a newer version adds a column to what it answers. */
const columns = [
  'id',
  'owner_id',
  'purpose',
  'name',
  'type',
  'size',
  'sha256',
  'published',
  'stored',
  'created_at',
  'kept_at',
  'loose_since',
] as const satisfies (keyof FileRow)[]

export async function findFile(db: DbOrTrx, id: string): Promise<FileRow | undefined> {
  return db.selectFrom('files').select(columns).where('id', '=', id).where('stored', '=', true).executeTakeFirst()
}

export async function listFilesOf(db: DbOrTrx, ownerId: string): Promise<(StoredFile & { createdAt: Date })[]> {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'size', 'type', 'created_at as createdAt'])
    .where('owner_id', '=', ownerId)
    .where('stored', '=', true)
    .orderBy('created_at')
    .execute()
}

export async function insertUnstored(db: DbOrTrx, file: NewFile, now: Date): Promise<void> {
  const { ownerId, ...rest } = file
  await db
    .insertInto('files')
    .values({ ...rest, owner_id: ownerId, created_at: now, loose_since: now })
    .execute()
}

/** False when the same owner has stored the same bytes under the same name concurrently: the unique index decides. */
export async function markStored(db: DbOrTrx, id: string): Promise<boolean> {
  try {
    await db.updateTable('files').set({ stored: true }).where('id', '=', id).executeTakeFirstOrThrow()
    return true
  } catch (error) {
    if (saysDouble(error)) return false
    throw error
  }
}

/** Finds an equal file of the same owner (bytes and name), and restarts the day after which it would be removed. */
export async function renewDouble(
  db: DbOrTrx,
  file: Pick<NewFile, 'ownerId' | 'sha256' | 'name'>,
  now: Date,
): Promise<StoredFile | undefined> {
  return db
    .updateTable('files')
    .set({ loose_since: now })
    .where('id', '=', (e) =>
      e
        .selectFrom('files')
        .select('id')
        .where('owner_id', '=', file.ownerId)
        .where('sha256', '=', file.sha256)
        .where('name', '=', file.name)
        .where('stored', '=', true)
        .orderBy('created_at')
        .limit(1),
    )
    .returning(['id', 'name', 'size', 'type'])
    .executeTakeFirst()
}

export async function deleteFile(db: DbOrTrx, id: string): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute()
}

/** Files that nothing refers to, or whose owner was deleted. A kept photo needs no owner, because visitors may send photos. */
const isLoose = (e: ExpressionBuilder<DB, 'files'>) =>
  e.or([e('kept_at', 'is', null), e.and([e('owner_id', 'is', null), e('purpose', '<>', 'photo')])])

export async function looseFiles(db: Db, before: Date): Promise<string[]> {
  const rows = await db.selectFrom('files').select('id').where(isLoose).where('loose_since', '<', before).orderBy('loose_since').execute()
  return rows.map((row) => row.id)
}

/** Repeats the condition of the list, so that a file that was kept meanwhile stays. Throws by foreign key when a row refers to it. */
export async function deleteLooseFile(trx: DbOrTrx, id: string, before: Date): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('files')
    .where('id', '=', id)
    .where(isLoose)
    .where('loose_since', '<', before)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function keepAgain(db: DbOrTrx, id: string, now: Date): Promise<void> {
  await db.updateTable('files').set({ kept_at: now, loose_since: now }).where('id', '=', id).execute()
}

/** Returns the ids that belong to the owner and are kept now. */
export async function markKept(trx: DbOrTrx, ids: readonly string[], ownerId: string, now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .updateTable('files')
    .set({ kept_at: now })
    .where('id', '=', anyOf(ids))
    .where('owner_id', '=', ownerId)
    .where('stored', '=', true)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Only files that are not kept: one whose owner was deleted has no owner either, and must not be taken over. */
export async function takeOwnerless(trx: DbOrTrx, id: string, ownerId: string, purpose: FilePurpose, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('files')
    .set({ owner_id: ownerId, kept_at: now })
    .where('id', '=', id)
    .where('owner_id', 'is', null)
    .where('kept_at', 'is', null)
    .where('stored', '=', true)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Keeps the owner's pictures, and photos without an owner that are not kept yet, which become the owner's if there is one. */
export async function markPhotosKept(trx: DbOrTrx, ids: readonly string[], ownerId: string | null, now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .updateTable('files')
    .set((e) => ({ kept_at: now, owner_id: e.fn.coalesce('owner_id', e.val(ownerId)) }))
    .where('id', '=', anyOf(ids))
    .where('stored', '=', true)
    .where('type', 'like', 'image/%')
    .where((e) => {
      const unused = e.and([e('owner_id', 'is', null), e('kept_at', 'is', null), e('purpose', '=', 'photo')])
      return ownerId === null ? unused : e.or([e('owner_id', '=', ownerId), unused])
    })
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function markLoose(trx: DbOrTrx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('files').set({ kept_at: null, loose_since: now }).where('id', '=', anyOf(ids)).execute()
}

/** Replaces the names of a member's files by their ids, because a file name may contain a person's name. */
export async function forgetFileNames(trx: DbOrTrx, ownerId: string): Promise<void> {
  await trx
    .updateTable('files')
    .set((e) => ({ name: e.cast<string>('id', 'text') }))
    .where('owner_id', '=', ownerId)
    .execute()
}

export const saysReferredTo = (error: unknown) => hasCode(error, '23503')
const saysDouble = (error: unknown) => hasCode(error, '23505')

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Gives a double's files to the kept member. A file that both have uploaded gets another name, because one owner has it once. */
export async function mergeInFiles(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    update files f set owner_id = ${into}, name = case
      when exists (select from files k where k.owner_id = ${into} and k.sha256 = f.sha256 and k.name = f.name) then left(f.id::text, 8) || '-' || f.name
      else f.name end
    where f.owner_id = ${from}`.execute(trx)
}

import type { DbOrTrx } from '#db/connect.ts'
import type { FileUse } from '#modules/files/access.ts'

/** The rows of all modules that refer to a file; empty when there are none. */
export async function usesOf(db: DbOrTrx, fileId: string): Promise<FileUse[]> {
  const rows = await db.selectFrom('file_uses').select('use').distinct().where('file_id', '=', fileId).execute()
  return rows.map(({ use }) => use as FileUse)
}

import type { DbOrTrx } from '#db/connect.ts'
import type { FileUse } from '#modules/files/access.ts'

/** What refers to a file, in whichever module; no uses when nothing does. */
export async function usesOf(db: DbOrTrx, fileId: string): Promise<FileUse[]> {
  const rows = await db.selectFrom('file_uses').select('use').distinct().where('file_id', '=', fileId).execute()
  return rows.map(({ use }) => use as FileUse)
}

import type { Db, DbOrTrx } from '#db/connect.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { isFileForEverybody } from '#modules/content/read-article.ts'
import { isDraftPicture } from '#modules/highlights/read-story.ts'
import type { FileUse } from '#modules/files/access.ts'

/** The rows of all modules that refer to a file; empty when there are none. */
export async function usesOf(db: DbOrTrx, fileId: string): Promise<FileUse[]> {
  const rows = await db.selectFrom('file_uses').select('use').distinct().where('file_id', '=', fileId).execute()
  return rows.map(({ use }) => use as FileUse)
}

/** Whether published content shows this file, or the draft that a preview link opens. */
export async function isPublished(
  deps: { db: Db; tokens: Tokens },
  asked: { fileId: string; preview: string | undefined },
  now: Date,
): Promise<boolean> {
  return (await isFileForEverybody(deps, asked, now)) || isDraftPicture(deps, asked, now)
}

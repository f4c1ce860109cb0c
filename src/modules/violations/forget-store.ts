import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { sql } from 'kysely'

/** Erases the texts of appeals and the reasons of points; the points stay. */
export async function forgetInViolations(trx: Trx, { id }: LeavingMember, now: Date): Promise<void> {
  await trx.updateTable('violations').set({ reason: '' }).where('member_id', '=', id).execute()
  const { rows } = await sql<{ fileId: string | null }>`
    with mine as (select a.id, a.file_id from appeals a join violations v on v.id = a.violation_id where v.member_id = ${id}),
      cleared as (update appeals a set text = '', reason = '', file_id = null from mine where a.id = mine.id)
    select file_id as "fileId" from mine`.execute(trx)
  const files = rows.flatMap(({ fileId }) => fileId ?? [])
  await releaseFiles(trx, files, now)
}

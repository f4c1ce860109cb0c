import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Gives a double's files to the kept member. A file that both have uploaded gets another name, because one owner has it once. */
export async function mergeInFiles(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    update files f set owner_id = ${into}, name = case
      when exists (select from files k where k.owner_id = ${into} and k.sha256 = f.sha256 and k.name = f.name) then left(f.id::text, 8) || '-' || f.name
      else f.name end
    where f.owner_id = ${from}`.execute(trx)
}

import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { Result } from '#lib/result.ts'

/** What the calls of the centre need. Functions come from modules that the centre may not import. */
export type CentreDeps = {
  db: Db
  /** The bytes of an uploaded file. */
  readFile(fileId: string): Promise<Buffer>
  /** Marks a file of this member as referred to. */
  keepFile(trx: Trx, fileId: string, by: string, now: Date): Promise<Result<void, { code: 'no_such_file'; path: string }>>
  releaseFile(trx: Trx, fileId: string, now: Date): Promise<void>
  nameOfMember(db: DbOrTrx, id: string): Promise<string | undefined>
}

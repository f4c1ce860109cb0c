import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles } from '#modules/files/keep-files.ts'
import { findOwnPoint, insertAppeal } from './appeal-store.ts'
import { mayAppeal } from './rules.ts'

export type Appeal = { violationId: string; text: string; fileId: string | null }
export type AppealRefusal =
  | { code: 'not_found' }
  | { code: 'already_appealed' }
  | { code: 'point_gone' }
  | { code: 'no_such_file'; path: string }

/** Files an appeal against a point, once, with an optional file. */
export async function appealPoint(db: Db, memberId: string, appeal: Appeal, now: Date): Promise<Result<void, AppealRefusal>> {
  return inTransaction<void, AppealRefusal>(db, async (trx) => {
    const point = await findOwnPoint(trx, memberId, appeal.violationId)
    if (!point) return refuse({ code: 'not_found' })
    if (!mayAppeal({ ...point, appeal: null }, now)) return refuse({ code: 'point_gone' })
    if (appeal.fileId !== null) {
      const kept = await keepFiles(trx, [appeal.fileId], memberId, now)
      if (!kept.ok) return kept
    }
    return (await insertAppeal(trx, appeal, now)) ? ok(undefined) : refuse({ code: 'already_appealed' })
  })
}

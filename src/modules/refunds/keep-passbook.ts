import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles } from '#modules/files/keep-files.ts'
import { typeOf } from '#modules/files/rules.ts'
import { findFile } from '#modules/files/store.ts'

const path = 'passbookFileId'
export type PassbookRefusal = { code: 'no_such_file'; path: typeof path } | { code: 'passbook_not_a_picture'; path: typeof path }

/** Keeps the picture of the passbook's cover, which finance compares with the typed account. */
export async function keepPassbook(trx: Trx, fileId: string, memberId: string, now: Date): Promise<Result<void, PassbookRefusal>> {
  const file = await findFile(trx, fileId)
  if (!file || file.owner_id !== memberId) return refuse({ code: 'no_such_file', path })
  if (typeOf(file.type)?.kind === 'office') return refuse({ code: 'passbook_not_a_picture', path })
  const kept = await keepFiles(trx, [fileId], memberId, now)
  return kept.ok ? ok(undefined) : refuse({ code: 'no_such_file', path })
}

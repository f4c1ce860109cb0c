import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { insertTill, insertTillRow } from './store.ts'

export type OpenRefusal = { code: 'till_open_already' }

/** Opens a drawer with the float that is in it. A drawer is open once at a time. */
export async function openTill(
  db: Db,
  { name, float, by }: { name: string; float: number; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<string, OpenRefusal>> {
  return inTransaction<string, OpenRefusal>(db, async (trx) => {
    const id = randomUUID()
    if (!(await insertTill(trx, { id, name, by }, now))) return refuse({ code: 'till_open_already' })
    await insertTillRow(trx, { tillId: id, kind: 'opened', amount: float, by }, now)
    await audit(trx, { action: 'till.opened', subject: { kind: 'till', id, label: name }, after: { amount: float } })
    return ok(id)
  })
}

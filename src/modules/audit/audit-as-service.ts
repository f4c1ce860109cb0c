import type { Audit } from '#http/audit.ts'
import { writeAudit } from './store.ts'

/** The `audit` of deeds without a session: commands of the operator, jobs, the import that furnishes the demo. `call` names it. */
export function auditAsService(call: string, now: Date): Audit {
  const source = { at: now, memberId: null, name: '', roles: [], address: '', call, requestId: null }
  return (trx, entry) => writeAudit(trx, source, entry)
}

import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { deleteClosingSpaces } from '#modules/availability/closing-store.ts'
import { sharePlacing } from '#modules/availability/placing-lock-store.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { keepWaiting, lockClosure, markClosureLifted } from './closure-store.ts'
import { keepClosed } from './keep-closed.ts'

export type ClosureLiftRefusal = { code: 'not_found' } | { code: 'already_lifted' } | { code: 'closure_over' }

/**
 * Opens again what a closure has closed: its floor is free at once, but for what other closures hold. A run that is under way
 * ends: bookings that it had not cancelled yet stay. Those that it had cancelled stay cancelled.
 */
export async function liftClosure(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  { id, by }: { id: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<{ facilityId: number; kept: number }, ClosureLiftRefusal>> {
  const { facilityOf } = await catalogues.current()
  return inTransaction<{ facilityId: number; kept: number }, ClosureLiftRefusal>(db, async (trx) => {
    await sharePlacing(trx)
    const closure = await lockClosure(trx, id)
    if (!closure) return refuse({ code: 'not_found' })
    if (closure.state === 'lifted') return refuse({ code: 'already_lifted' })
    if (closure.state === 'done' && closure.blocks.every(({ end }) => end <= now)) return refuse({ code: 'closure_over' })
    const blockIds = closure.blocks.map((block) => block.id)
    const kept = await keepWaiting(trx, id, now)
    await deleteClosingSpaces(trx, blockIds)
    await markClosureLifted(trx, id, by, now)
    await freeSpaces(trx, blockIds, now)
    await keepClosed(trx, blockIds, now)
    const label = facilityOf.get(closure.facilityId)?.name
    await audit(trx, {
      action: 'closure.lifted',
      subject: { kind: 'closure', id, ...(label ? { label } : {}) },
      ...(kept > 0 ? { after: { kept } } : {}),
    })
    return ok({ facilityId: closure.facilityId, kept })
  })
}

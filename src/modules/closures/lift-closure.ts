import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { deleteClosingSpaces } from '#modules/availability/closing-store.ts'
import { sharePlacing } from '#modules/availability/placing-lock-store.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { keepWaiting, lockClosure, markClosureLifted, readLostBookings } from './closure-store.ts'
import type { ClosuresDeps } from './deps.ts'
import { keepClosed } from './keep-closed.ts'

export type ClosureLiftRefusal = { code: 'not_found' } | { code: 'already_lifted' } | { code: 'closure_over' }

/** `offered`: so many lost bookings are offered to their members. */
type Lifted = { facilityId: number; kept: number; offered: number }

/**
 * Opens again what a closure has closed: its floor is free at once, but for what other closures hold. A run that is under way
 * ends: bookings that it had not cancelled yet stay. Those that it had cancelled stay cancelled, and their members are offered
 * the floor before anybody else.
 */
export async function liftClosure(
  { db, catalogues, serveFirst }: Pick<ClosuresDeps, 'db' | 'catalogues' | 'serveFirst'>,
  { id, by }: { id: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<Lifted, ClosureLiftRefusal>> {
  const catalogue = await catalogues.current()
  return inTransaction<Lifted, ClosureLiftRefusal>(db, async (trx) => {
    await sharePlacing(trx)
    const closure = await lockClosure(trx, id)
    if (!closure) return refuse({ code: 'not_found' })
    if (closure.state === 'lifted') return refuse({ code: 'already_lifted' })
    if (closure.state === 'done' && closure.blocks.every(({ end }) => end <= now)) return refuse({ code: 'closure_over' })
    const blockIds = closure.blocks.map((block) => block.id)
    const kept = await keepWaiting(trx, id, now)
    await deleteClosingSpaces(trx, blockIds)
    await markClosureLifted(trx, id, by, now)
    const offered = await serveFirst(trx, catalogue, await readLostBookings(trx, id, now), now)
    await freeSpaces(trx, blockIds, now)
    await keepClosed(trx, blockIds, now)
    const label = catalogue.facilityOf.get(closure.facilityId)?.name
    await audit(trx, {
      action: 'closure.lifted',
      subject: { kind: 'closure', id, ...(label ? { label } : {}) },
      ...(kept > 0 || offered > 0 ? { after: { kept, offered } } : {}),
    })
    return ok({ facilityId: closure.facilityId, kept, offered })
  })
}

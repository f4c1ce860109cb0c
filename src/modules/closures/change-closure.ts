import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { facilitiesLabel } from '#modules/venues/court-label.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { ClosureWords } from '#modules/venues/closure-words.ts'
import { lockClosure, markRunning, readWords, retryFailed, writeWords } from './closure-store.ts'

type ChangeDeps = { db: Db; catalogues: Catalogues; jobs: Pick<Jobs, 'send'> }
export type WordsRefusal = { code: 'not_found' } | { code: 'closure_words_changed'; now: ClosureWords & { version: number } }
export type RetryRefusal = { code: 'not_found' } | { code: 'already_lifted' } | { code: 'nothing_failed' }

/** Changes the words of a closure: on members' pages at once, and in mails that are written from now on. */
export async function changeWords(
  { db, catalogues }: ChangeDeps,
  { id, version, ...wanted }: ClosureWords & { id: string; version: number },
  audit: Audit,
): Promise<Result<{ facilityIds: number[] }, WordsRefusal>> {
  const { facilityOf } = await catalogues.current()
  return inTransaction<{ facilityIds: number[] }, WordsRefusal>(db, async (trx) => {
    const closure = await lockClosure(trx, id)
    const before = closure && (await readWords(trx, id))
    if (!closure || !before) return refuse({ code: 'not_found' })
    if (closure.version !== version) return refuse({ code: 'closure_words_changed', now: { ...before, version: closure.version } })
    await writeWords(trx, id, wanted)
    const label = facilitiesLabel(closure.facilityIds.flatMap((one) => facilityOf.get(one) ?? []))
    await audit(trx, {
      action: 'closure.reworded',
      subject: { kind: 'closure', id, ...(label ? { label } : {}) },
      before: inLog(before),
      after: inLog(wanted),
    })
    return ok({ facilityIds: closure.facilityIds })
  })
}

const inLog = ({ reason, words }: ClosureWords) => ({ reason, notice: words })

/** Tries bookings again that could not be cancelled. */
export async function retryClosure(
  { db, catalogues, jobs }: ChangeDeps,
  id: string,
  audit: Audit,
): Promise<Result<{ retried: number }, RetryRefusal>> {
  const { facilityOf } = await catalogues.current()
  return inTransaction<{ retried: number }, RetryRefusal>(db, async (trx) => {
    const closure = await lockClosure(trx, id)
    if (!closure) return refuse({ code: 'not_found' })
    if (closure.state === 'lifted') return refuse({ code: 'already_lifted' })
    const retried = await retryFailed(trx, id)
    if (retried === 0) return refuse({ code: 'nothing_failed' })
    await markRunning(trx, id)
    const label = facilitiesLabel(closure.facilityIds.flatMap((one) => facilityOf.get(one) ?? []))
    await audit(trx, {
      action: 'closure.retried',
      subject: { kind: 'closure', id, ...(label ? { label } : {}) },
      after: { items: retried },
    })
    await jobs.send(trx, 'run-closures', {})
    return ok({ retried })
  })
}

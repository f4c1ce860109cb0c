import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { closeCourt, type ClosedCourt, type CourtCloseRefusal } from '#modules/closures/close-court.ts'
import { pinCatalogue } from '#modules/venues/pin-catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { FeedbackDeps } from './deps.ts'
import { changeReport, insertNote, lockReport } from './report-store.ts'
import { isClosingCourt } from './rules.ts'

export type FaultBlock = {
  ticketNo: string
  /** The court, when the report names none or another is meant. */
  courtId: number | undefined
  period: Period
  reasonTw: string
  reasonEn: string
  by: string
}
export type FaultBlockRefusal =
  | CourtCloseRefusal
  | { code: 'not_found' }
  | { code: 'court_missing'; path: 'venue2ndId' }
  | { code: 'already_blocked' }

/** Closes the court of a report: cancels its bookings with full refunds and mails. */
export async function blockCourt(
  blocking: FeedbackDeps,
  { ticketNo, courtId, ...wanted }: FaultBlock,
  audit: Audit,
  now: Date,
): Promise<Result<ClosedCourt, FaultBlockRefusal>> {
  const deps = await pinCatalogue(blocking)
  return inTransaction<ClosedCourt, FaultBlockRefusal>(deps.db, async (trx) => {
    const report = await lockReport(trx, ticketNo)
    if (!report) return refuse({ code: 'not_found' })
    if (isClosingCourt(report.block, now)) return refuse({ code: 'already_blocked' })
    const court = courtId ?? report.courtId
    if (court === null) return refuse({ code: 'court_missing', path: 'venue2ndId' })
    const at = (await deps.catalogues.current()).courtOf.get(court)
    if (at?.facility.id !== report.facilityId) return refuse({ code: 'no_such_court' })
    const closed = await closeCourt(trx, deps, { courtId: court, ...wanted }, now)
    if (!closed.ok) return closed
    await changeReport(trx, report.id, { block_id: closed.value.id }, now)
    await insertNote(
      trx,
      { reportId: report.id, by: wanted.by, public: false, state: null, text: noteOf(at.court.name.tw, wanted.reasonTw) },
      now,
    )
    const { orders, items, owed } = closed.value
    await audit(trx, {
      action: 'court.closed',
      subject: { kind: 'court', id: at.court.code, label: courtLabel(at.facility, at.court) },
      after: { report: ticketNo, ...wanted.period, reason: { tw: wanted.reasonTw, en: wanted.reasonEn }, orders, items, owed },
    })
    return ok(closed.value)
  })
}

const noteOf = (court: string, reason: string) => `${court}｜${reason}`

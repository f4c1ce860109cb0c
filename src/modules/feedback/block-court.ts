import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import { closeCourt, readCourtEffect, type ClosedCourt, type CourtCloseRefusal, type CourtEffect } from '#modules/closures/close-court.ts'
import { pinCatalogue } from '#modules/venues/catalogue.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { FeedbackDeps } from './deps.ts'
import { changeReport, findReport, insertNote, lockReport, type ReadReport } from './report-store.ts'
import { isClosingCourt } from './rules.ts'

export type FaultBlock = {
  ticketNo: string
  /** The court, when the report names none or another is meant. */
  courtId: number | undefined
  period: Period
  reasonTw: string
  reasonEn: string
  by: string
  /** What the dry run has shown: where it is no longer so, nothing is closed. */
  seen?: { bookings: number; back: number } | undefined
}
export type FaultBlockRefusal =
  | CourtCloseRefusal
  | { code: 'not_found' }
  | { code: 'court_missing'; path: 'venue2ndId' }
  | { code: 'already_blocked' }
  | { code: 'block_changed'; bookings: number; back: number }
export type PreviewRefusal = Exclude<FaultBlockRefusal, { code: 'already_closed' | 'own_card' | 'already_blocked' | 'block_changed' }>

/** What closing the court of a report would do. */
export async function previewBlock(
  { db, catalogues }: Pick<FeedbackDeps, 'db' | 'catalogues'>,
  { ticketNo, courtId, period }: Pick<FaultBlock, 'ticketNo' | 'courtId' | 'period'>,
  now: Date,
): Promise<Result<CourtEffect, PreviewRefusal>> {
  const report = await findReport(db, ticketNo, 'everybody')
  if (!report) return refuse({ code: 'not_found' })
  const catalogue = await catalogues.current()
  const at = courtAt(catalogue, report, courtId)
  return at.ok ? readCourtEffect(db, catalogue, { courtId: at.value.court.id, period }, now) : at
}

type NoCourt = { code: 'court_missing'; path: 'venue2ndId' } | { code: 'no_such_court' }

/** The court that is meant: of the report's facility. */
function courtAt({ courtOf }: Pick<Catalogue, 'courtOf'>, report: Pick<ReadReport, 'facilityId' | 'courtId'>, courtId: number | undefined) {
  const id = courtId ?? report.courtId
  if (id === null) return refuse<NoCourt>({ code: 'court_missing', path: 'venue2ndId' })
  const at = courtOf.get(id)
  return at?.facility.id === report.facilityId ? ok(at) : refuse<NoCourt>({ code: 'no_such_court' })
}

/** Closes the court of a report: cancels its bookings with full refunds and mails. */
export async function blockCourt(
  blocking: FeedbackDeps,
  { ticketNo, courtId, seen, ...wanted }: FaultBlock,
  audit: Audit,
  now: Date,
): Promise<Result<ClosedCourt, FaultBlockRefusal>> {
  const deps = await pinCatalogue(blocking)
  return inTransaction<ClosedCourt, FaultBlockRefusal>(deps.db, async (trx) => {
    await sharePlacing(trx)
    const report = await lockReport(trx, ticketNo)
    if (!report) return refuse({ code: 'not_found' })
    if (isClosingCourt(report.block, now)) return refuse({ code: 'already_blocked' })
    const found = courtAt(await deps.catalogues.current(), report, courtId)
    if (!found.ok) return found
    const at = found.value
    const closed = await closeCourt(trx, deps, { courtId: at.court.id, ...wanted }, now)
    if (!closed.ok) return closed
    const { items: bookings, owed: back } = closed.value
    if (seen && (seen.bookings !== bookings || seen.back !== back)) return refuse({ code: 'block_changed', bookings, back })
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

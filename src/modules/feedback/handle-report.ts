import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import { liftBlockIn } from '#modules/closures/block-period.ts'
import type { FeedbackDeps } from './deps.ts'
import { noteForReporter } from './event-store.ts'
import { changeReport, findStaff, insertNote, lockReport, moveReport, type ReadReport } from './report-store.ts'
import { isClosingCourt, type CourtChoice, type ReportMove } from './rules.ts'

type NotFound = { code: 'not_found' }
type Handling = { ticketNo: string; by: string }

export type AssignRefusal = NotFound | { code: 'no_such_staff'; path: 'account' }

/** Assigns a report to staff; null: to nobody. */
export async function assignReport(
  { db }: FeedbackDeps,
  { ticketNo, account }: { ticketNo: string; account: string | null },
  audit: Audit,
  now: Date,
): Promise<Result<void, AssignRefusal>> {
  return inTransaction<void, AssignRefusal>(db, async (trx) => {
    const report = await lockReport(trx, ticketNo)
    if (!report) return refuse({ code: 'not_found' })
    const assignee = account === null ? null : await findStaff(trx, account)
    if (assignee === undefined) return refuse({ code: 'no_such_staff', path: 'account' })
    await changeReport(trx, report.id, { assignee_id: assignee }, now)
    await audit(trx, {
      action: 'report.assigned',
      subject: subjectOf(report),
      before: { assignee: report.assignee },
      after: { assignee: account },
    })
    return ok(undefined)
  })
}

/** Adds a note: for the reporter, who gets a mail or text, or internal. */
export async function noteOnReport(
  { db }: Pick<FeedbackDeps, 'db'>,
  { ticketNo, by, text, public: isPublic }: Handling & { text: string; public: boolean },
  audit: Audit,
  now: Date,
): Promise<Result<void, NotFound>> {
  return inTransaction<void, NotFound>(db, async (trx) => {
    const report = await lockReport(trx, ticketNo)
    if (!report) return refuse({ code: 'not_found' })
    await changeReport(trx, report.id, {}, now)
    await say(trx, report, { by, public: isPublic, state: null, text }, now)
    await audit(trx, { action: 'report.answered', subject: subjectOf(report), after: { public: isPublic } })
    return ok(undefined)
  })
}

export type MoveRefusal =
  | NotFound
  /** Somebody else has moved it already: who, and where to. */
  | { code: 'report_not_there'; state: ReadReport['state']; movedBy: string | null }
  /** Its court is closed, and nothing was said about that. */
  | { code: 'court_still_closed' }
  /** The desk opens only what it has closed itself. */
  | { code: 'closure_by_manager' }

type Moving = Handling & {
  to: ReportMove
  text: string
  /** Of a court that is closed because of the report. */ court?: CourtChoice | undefined
  byDesk?: boolean
}

/**
 * Changes the state of a report and notifies the reporter, with an optional text. Whoever closes a report whose court is closed
 * because of it says whether the court opens again: then both are one act. Answers the facility whose court is open again.
 */
export async function moveOn(
  { db, catalogues }: Pick<FeedbackDeps, 'db' | 'catalogues'>,
  { ticketNo, by, to, text, court, byDesk = false }: Moving,
  audit: Audit,
  now: Date,
): Promise<Result<{ facilityId: number | undefined }, MoveRefusal>> {
  const catalogue = await catalogues.current()
  return inTransaction<{ facilityId: number | undefined }, MoveRefusal>(db, async (trx) => {
    // Floor comes free under the placing lock, which is taken before any row.
    if (court === 'open') await sharePlacing(trx)
    const report = await lockReport(trx, ticketNo)
    if (!report) return refuse({ code: 'not_found' })
    if (!(await moveReport(trx, report.id, to, now)))
      return refuse({
        code: 'report_not_there',
        state: report.state,
        movedBy: report.steps.findLast((step) => step.state !== null)?.by ?? null,
      })
    await say(trx, report, { by, public: true, state: to, text }, now)
    await audit(trx, { action: 'report.moved', subject: subjectOf(report), before: { state: report.state }, after: { state: to } })
    const isClosed = to === 'done' && report.block !== null && isClosingCourt(report.block, now)
    if (isClosed && court === undefined) return refuse({ code: 'court_still_closed' })
    if (!isClosed || court !== 'open') return ok({ facilityId: undefined })
    // A colleague who has just lifted it was faster: the court is open.
    const lifted = await liftBlockIn(trx, catalogue, report.block!.id, audit, now, byDesk ? by : undefined)
    if (!lifted.ok && lifted.refusal.code === 'closure_by_manager') return refuse({ code: 'closure_by_manager' })
    return ok({ facilityId: lifted.ok ? lifted.value.facilityId : undefined })
  })
}

const subjectOf = ({ ticketNo }: ReadReport) => ({ kind: 'report', id: ticketNo })

type Saying = { by: string; public: boolean; state: ReportMove | null; text: string }

async function say(trx: Trx, report: ReadReport, saying: Saying, now: Date): Promise<void> {
  const noteId = await insertNote(trx, { reportId: report.id, ...saying }, now)
  const state = saying.state ?? report.state
  if (saying.public) await noteForReporter(trx, { reportId: report.id, ticketNo: report.ticketNo, noteId, state }, now)
}

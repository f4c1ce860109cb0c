import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { FeedbackDeps } from './deps.ts'
import { noteForReporter } from './event-store.ts'
import { changeReport, findStaff, insertNote, lockReport, moveReport, type ReadReport } from './report-store.ts'
import type { ReportMove } from './rules.ts'

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

/** Somebody else has moved it already: who, and where to. */
export type MoveRefusal = NotFound | { code: 'report_not_there'; state: ReadReport['state']; movedBy: string | null }

/** Changes the state of a report and notifies the reporter, with an optional text. */
export async function moveOn(
  { db }: Pick<FeedbackDeps, 'db'>,
  { ticketNo, by, to, text }: Handling & { to: ReportMove; text: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, MoveRefusal>> {
  return inTransaction<void, MoveRefusal>(db, async (trx) => {
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
    return ok(undefined)
  })
}

const subjectOf = ({ ticketNo }: ReadReport) => ({ kind: 'report', id: ticketNo })

type Saying = { by: string; public: boolean; state: ReportMove | null; text: string }

async function say(trx: Trx, report: ReadReport, saying: Saying, now: Date): Promise<void> {
  const noteId = await insertNote(trx, { reportId: report.id, ...saying }, now)
  const state = saying.state ?? report.state
  if (saying.public) await noteForReporter(trx, { reportId: report.id, ticketNo: report.ticketNo, noteId, state }, now)
}

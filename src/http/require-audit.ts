import type { Access } from './session.ts'

/** Calls of staff that are no GET and yet change nothing; a draft is a copy of what its writer types, for the preview. */
export const changeNothing: ReadonlySet<string> = new Set([
  'POST /api/Staff/Audit/List',
  'POST /api/Staff/Refund/List',
  'POST /api/Staff/Catalogue/Preview',
  'POST /api/Staff/Catalogue/Import',
  'POST /api/Staff/Centre/Preview',
  'POST /api/Staff/News/Draft',
  'POST /api/Staff/Doc/Draft',
  'POST /api/Staff/Highlight/Draft',
  'POST /api/Staff/Closure/Preview',
  'POST /api/Staff/Closure/Letter',
  'POST /api/Staff/Report/Block/Preview',
  'POST /api/Staff/Counter/Quote',
  'POST /api/Staff/CheckIn/Mobile',
  'POST /api/Staff/Round/Preview',
  'POST /api/Staff/Ballot/Rehearse',
  'POST /api/Staff/Person/Merge/Preview',
  'POST /api/Staff/Booking/{id}/Check',
  'POST /api/Staff/Refund/Statement',
  'POST /api/Staff/Order/Cancel/Check',
  'POST /api/Staff/Point/Outage/Preview',
])

/**
 * Calls that may find nothing to do or to write down: a repeated Idempotency-Key or report of a door, no transfer that waits, a
 * statement whose transfers are paid already, a
 * change that changes nothing, a card that its viewer opened a moment ago.
 */
export const mayChangeNothing: ReadonlySet<string> = new Set([
  'GET /api/Staff/Person/{id}',
  'PUT /api/Staff/Insight/Subscription',
  'GET /api/Staff/Refund/Story/{id}',
  'POST /api/Staff/Refund/Statement/Pay',
  'POST /api/Staff/Point/Outage',
  'POST /api/Staff/Person/Note',
  'POST /api/Staff/Person/Point/Give',
  'POST /api/Staff/Person/Suspend',
  'POST /api/Staff/Person/Identity',
  'POST /api/Staff/Person/Mobile/Confirm',
  'POST /api/Staff/Order',
  'POST /api/Staff/PreOrder/Review',
  'POST /api/Staff/PreOrder/Review/Bulk',
  'POST /api/Staff/Order/Message/Again',
  'POST /api/Staff/Guest',
  'POST /api/Staff/Counter/Sale',
  'POST /api/Staff/Payment/Desk',
  'POST /api/Staff/Payment/Link',
  'POST /api/Staff/Payment/Refund',
  'POST /api/Staff/Till/Move',
  'POST /api/Staff/Refund/Batch',
  'POST /api/Staff/Catalogue/Change',
  'POST /api/Staff/Closure/Run',
  'POST /api/Staff/Person/Merge',
  'POST /api/Staff/CheckIn',
  'POST /api/Staff/CheckIn/Item',
  'POST /api/Staff/CheckIn/Undo',
  'POST /api/Staff/Booking/{id}/Move',
  'POST /api/Staff/Booking/{id}/Stretch',
  'POST /api/Staff/Booking/{id}/Swap',
  'POST /api/Staff/Booking/{id}/Park',
])

/** GETs that show bank accounts, or people as a file. */
export const showPeople: ReadonlySet<string> = new Set([
  'GET /api/Staff/Refund/Transfers.csv',
  'GET /api/Staff/Refund/BankFile',
  'GET /api/Staff/Audit/Export.csv',
  'GET /api/Staff/Closure/{id}/Report.csv',
  'GET /api/Staff/Locker/Calls.csv',
])

/** Must a call that was answered with success have written to the audit log? Everything that a role is needed for, but GETs. */
export function needsAudit(call: string, access: Access): boolean {
  if (!Array.isArray(access)) return false
  if (call.startsWith('GET ')) return showPeople.has(call)
  return !changeNothing.has(call) && !mayChangeNothing.has(call)
}

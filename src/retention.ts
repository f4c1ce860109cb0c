import type { Db } from '#db/connect.ts'
import { inBatchesOrAlone } from '#db/one-by-one.ts'
import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'
import { inBatches } from '#lib/in-batches.ts'
import { dayOf } from '#lib/zone.ts'
import { dropRefusedUploads } from '#modules/accounts/review-store.ts'
import { deleteOldAudit } from '#modules/audit/store.ts'
import { deletePastOccupancy } from '#modules/availability/store.ts'
import { forgetReporters } from '#modules/feedback/forget-store.ts'
import { deleteDueMessages, deleteOldMessages } from '#modules/notifications/forget-store.ts'
import { deleteToldEvents } from '#modules/notifications/outbox-store.ts'
import { archiveNotices, deleteArchivedNotices } from '#modules/payments/forget-store.ts'
import { dropRejectedDocuments } from '#modules/preorders/forget-store.ts'
import { deleteOldInvitations } from '#modules/staff/store.ts'
import { deleteOldWishes } from '#modules/waiting/store.ts'
import { deletePastAwaited, deleteSettledFloor } from '#modules/availability/waiting-store.ts'
import { readLimits } from '#modules/settings/store.ts'

type Pace = { batch: number; minutes: number }

/**
 * Retention: deletes or archives rows that are older than the centre keeps them (docs/privacy.md has the table), in batches
 * and for ten minutes at most; the next run continues. A kind that fails keeps none of the others. Returns the number of rows by kind.
 */
export async function deleteOldData(
  db: Db,
  now: Date,
  log: Log,
  { batch, minutes }: Pace = { batch: 2000, minutes: 10 },
): Promise<Record<string, number>> {
  const { retention } = await readLimits(db)
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const oldestYear = Number(dayOf(now).slice(0, 4)) - retention.moneyYears
  const deeds: Record<string, (most: number) => Promise<number>> = {
    dueMessages: (most) => deleteDueMessages(db, now, most),
    messages: (most) => deleteOldMessages(db, ago(retention.messageDays), most),
    events: (most) => deleteToldEvents(db, ago(retention.eventDays), most),
    notices: (most) => archiveNotices(db, ago(retention.noticeDays), most),
    archivedNotices: (most) => deleteArchivedNotices(db, oldestYear, most),
    audit: (most) => deleteOldAudit(db, retention.auditYears, now, most),
    occupancy: (most) => deletePastOccupancy(db, ago(retention.occupancyDays), most),
    wishes: (most) => deleteOldWishes(db, ago(retention.occupancyDays), most),
    awaitedFloor: (most) => deletePastAwaited(db, ago(1), most),
    freedFloor: (most) => deleteSettledFloor(db, ago(retention.occupancyDays), most),
    refusedUploads: (most) => dropRefusedUploads(db, ago(retention.refusedUploadDays), most, now),
    rejectedDocuments: (most) => dropRejectedDocuments(db, ago(retention.refusedUploadDays), most, now),
    invitations: (most) => deleteOldInvitations(db, ago(retention.invitationDays), most),
    reporters: (most) => forgetReporters(db, ago(retention.reporterDays), most),
  }
  const begun = performance.now()
  const gone: Record<string, number> = {}
  const run = async ([what]: string[]) => {
    const count = await inBatches(batch, deeds[what!]!, () => performance.now() - begun > minutes * 60_000)
    if (count > 0) gone[what!] = count
  }
  await inBatchesOrAlone(Object.keys(deeds), 1, run, (error, what) =>
    noteFailure(log, 'job', error, 'old data could not be deleted or archived', { what }),
  )
  if (Object.keys(gone).length > 0) log.info({ gone }, 'old data was deleted or archived')
  return gone
}

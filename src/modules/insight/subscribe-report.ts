import type { Db } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import type { Audit } from '#http/audit.ts'
import { dayOf } from '#lib/zone.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { monthAfter } from './rules.ts'
import { addSubscriber, listUntold, removeSubscriber, takeUntold } from './subscriber-store.ts'

/** The month before the one that this moment lies in. */
export const lastMonth = (now: Date): string => monthAfter(dayOf(now).slice(0, 7), -1)

/** Switches the monthly mail of a staff member on or off. Months that are over when it is switched on are not mailed. */
export async function subscribeReport(
  db: Db,
  { memberId, isOn }: { memberId: string; isOn: boolean },
  audit: Audit,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const changed = isOn ? await addSubscriber(trx, memberId, `${lastMonth(now)}-01`, now) : await removeSubscriber(trx, memberId)
    if (changed) await audit(trx, { action: isOn ? 'report.subscribed' : 'report.unsubscribed', subject: { kind: 'member', id: memberId } })
  })
}

/** Subscribers in a transaction. */
const atOnce = 100

/** Runs every hour: notes for each subscriber, once, that a month is over and its report can be read. Answers how many. */
export async function tellSubscribers(db: Db, now: Date, onFailure?: OnFailure): Promise<number> {
  const month = lastMonth(now)
  const tell = (ids: string[]) =>
    db.transaction().execute(async (trx) => {
      const subscribers = await takeUntold(trx, ids, `${month}-01`)
      const events = subscribers.map((subjectId) => ({ subjectId, payload: { kind: 'month-over', month } }))
      await addToOutbox(trx, 'insight', events, now)
      return subscribers.length
    })
  const told = await inBatchesOrAlone(await listUntold(db, `${month}-01`), atOnce, tell, onFailure)
  return told.reduce((sum, count) => sum + count, 0)
}

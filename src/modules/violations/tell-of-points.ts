import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { pointsLetter } from './letters.ts'
import { findSuspension, lockUntold, markTold } from './read-store.ts'

const membersAtOnce = 25

/** Writes mails about new points, one for each member; answers how many. */
export async function tellOfPoints(
  { db, jobs, pageLink }: { db: Db; jobs: Jobs; pageLink(path: string): string },
  now: Date,
): Promise<number> {
  for (let mails = 0; ;) {
    const points = await db.transaction().execute(async (trx) => {
      const untold = await lockUntold(trx, membersAtOnce)
      for (const together of Map.groupBy(
        untold.filter(({ silent }) => !silent),
        ({ memberId }) => memberId,
      ).values()) {
        const { id, memberId, name, email, locale } = together[0]!
        const suspension = await findSuspension(trx, memberId, now)
        const letter = pointsLetter(locale, {
          name,
          points: together,
          suspendedUntil: suspension?.until,
          link: pageLink('/member/violation'),
        })
        await queueMessage(trx, jobs, { cause: `points:${id}`, channel: 'mail', recipient: email, locale, ...letter }, now)
        mails++
      }
      await markTold(
        trx,
        untold.map(({ id }) => id),
        now,
      )
      return untold
    })
    if (points.length === 0) return mails
  }
}

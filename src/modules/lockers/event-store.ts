import type { DbOrTrx, Trx } from '#db/connect.ts'
import { addToOutbox } from '#modules/notifications/outbox-store.ts'
import { z } from 'zod'
import type { Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

const kinds = ['reserved', 'renewing', 'active', 'renewed', 'lapsed', 'ending', 'overdue', 'returned', 'cleared'] as const
export type LockerEvent = (typeof kinds)[number]

const moment = z.coerce.date().optional()
/** Outbox payload of an event; `subject` is the id of what the event is about. */
export const LockerPayload = z.object({
  kind: z.enum(kinds),
  number: z.string(),
  orderNo: z.string().optional(),
  amount: z.number().optional(),
  payBefore: moment,
  endsAt: moment,
  renewFrom: moment,
  clearFrom: moment,
})
export type LockerPayload = z.infer<typeof LockerPayload>

/** Adds events about a locker to the outbox, in the same transaction. */
export async function noteLocker(db: DbOrTrx, memberId: string, payload: LockerPayload, now: Date): Promise<void> {
  await addToOutbox(db, 'locker', [{ subjectId: memberId, payload }], now)
}

/** Gives a double's rentals to the kept member. Terms are locked before rentals, as `lockRental` does. */
export async function mergeInLockers(trx: Trx, { from, into }: Merging): Promise<void> {
  const rentals = sql`select id from locker_rentals where member_id = ${from}`
  await sql`select from locker_terms where rental_id in (${rentals}) order by id for update`.execute(trx)
  await sql`select from locker_rentals where member_id = ${from} order by id for update`.execute(trx)
  await trx.updateTable('locker_rentals').set({ member_id: into }).where('member_id', '=', from).execute()
  // Of rentals that the double returned by itself.
  await trx.updateTable('locker_rentals').set({ closed_by: into }).where('closed_by', '=', from).where('member_id', '=', into).execute()
}

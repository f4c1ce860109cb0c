import type { Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { stopAwaiting } from '#modules/availability/waiting-store.ts'
import { joinSameWishes } from './store.ts'

/** Deletes the wishes of a member who closes their account. */
export async function forgetInWaiting(trx: Trx, { id }: Pick<LeavingMember, 'id'>): Promise<void> {
  const wishes = await trx.deleteFrom('wishes').where('member_id', '=', id).returning('id').execute()
  await stopAwaiting(
    trx,
    wishes.map((wish) => wish.id),
  )
}

/** Gives the wishes of a double to the kept member; they keep their place in line. Where both waited for the same, one is left. */
export async function mergeInWaiting(trx: Trx, { from, into }: Merging, now: Date): Promise<void> {
  await trx.updateTable('wishes').set({ member_id: into }).where('member_id', '=', from).execute()
  await joinSameWishes(trx, [into], now)
}

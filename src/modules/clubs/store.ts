import type { Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** Invitations of a double and to its club are the kept member's. */
export async function mergeInvitations(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('club_invitations').set({ club_id: into }).where('club_id', '=', from).execute()
  await trx.updateTable('club_invitations').set({ invited_by: into }).where('invited_by', '=', from).execute()
}

/** Those of a club that closes, and those that were mailed to who leaves. */
export async function forgetInvitations(trx: Trx, { id, email }: LeavingMember): Promise<void> {
  await sql`delete from club_invitations where club_id = ${id} or (${email} <> '' and lower(email) = lower(${email}))`.execute(trx)
}

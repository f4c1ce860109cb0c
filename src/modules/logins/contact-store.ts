import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import { isOpen } from '#modules/accounts/admission-store.ts'

export type ReachedAt = { email: string; mobile: string; mobileUnproven: boolean }

/** Stores the member's address and mobile before they change, for undoing. */
export async function noteContact(db: DbOrTrx, change: { id: string; memberId: string; undoUntil: Date }, now: Date): Promise<void> {
  await sql`
    insert into contact_changes (id, member_id, email, mobile, mobile_unproven, changed_at, undo_until)
    select ${change.id}, id, email, mobile, mobile_unproven, ${now}, ${change.undoUntil} from members where id = ${change.memberId}`.execute(
    db,
  )
}

/** Marks a change and all later ones as undone, in one statement, so that of two concurrent calls one succeeds. */
export async function useUndo(db: DbOrTrx, id: string, now: Date): Promise<({ memberId: string } & ReachedAt) | undefined> {
  const { rows } = await sql<{ memberId: string } & ReachedAt>`
    with used as (
      update contact_changes c set undone_at = ${now} from members m
      where c.id = ${id} and c.undone_at is null and c.undo_until > ${now} and m.id = c.member_id and ${isOpen('m')}
      returning c.member_id, c.no, c.email, c.mobile, c.mobile_unproven
    ), later as (
      update contact_changes c set undone_at = ${now} from used where c.member_id = used.member_id and c.no > used.no and c.undone_at is null
    )
    select member_id as "memberId", email, mobile, mobile_unproven as "mobileUnproven" from used`.execute(db)
  return rows[0]
}

export async function isUndoOver(db: DbOrTrx, id: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('contact_changes')
    .select('id')
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('undo_until', '<=', now)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteOldContactChanges(db: DbOrTrx, before: Date): Promise<void> {
  await db.deleteFrom('contact_changes').where('undo_until', '<', before).execute()
}

import type { DbOrTrx } from '#db/connect.ts'
import { isOpen } from '#modules/accounts/admission-store.ts'
import type { LinkPurpose } from './tokens.ts'
import { sql } from 'kysely'

export async function insertLink(
  db: DbOrTrx,
  link: { id: string; purpose: LinkPurpose; memberId: string; email: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('tokens')
    .values({
      id: link.id,
      purpose: link.purpose,
      member_id: link.memberId,
      email: link.email,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Uses a link: it works once, because one statement only can set `used_at`. Not for an account that is closed or shut out. */
export async function useLink(
  db: DbOrTrx,
  id: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<{ memberId: string; email: string } | undefined> {
  return db
    .updateTable('tokens')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((w) => w.exists(w.selectFrom('members').select('members.id').whereRef('members.id', '=', 'tokens.member_id').where(isOpen())))
    .returning(['member_id as memberId', 'email'])
    .executeTakeFirst()
}

export async function findLink(db: DbOrTrx, id: string): Promise<{ memberId: string; email: string; usedAt: Date | null } | undefined> {
  return db.selectFrom('tokens').select(['member_id as memberId', 'email', 'used_at as usedAt']).where('id', '=', id).executeTakeFirst()
}

/** Voids a member's other links of a kind: after a new secret, an older link must not set another one. */
export async function voidLinks(db: DbOrTrx, memberId: string, purpose: LinkPurpose, now: Date): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteOldLinks(db: DbOrTrx, before: Date): Promise<void> {
  await db.deleteFrom('tokens').where('expires_at', '<', before).execute()
}

type ReachedAt = { email: string; mobile: string; mobileUnproven: boolean }

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

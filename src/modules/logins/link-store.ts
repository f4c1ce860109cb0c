import type { DbOrTrx } from '#db/connect.ts'
import { isOpen } from '#modules/accounts/admission-store.ts'
import type { LinkPurpose } from './tokens.ts'

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

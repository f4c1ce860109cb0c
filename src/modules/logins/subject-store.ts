import type { DbOrTrx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'

/** Somebody as another issuer knows them. */
export type Subject = { issuer: string; subject: string }
export type LinkedSubject = Subject & { way: string; linkedAt: Date; lastUsedAt: Date | null }

export async function listSubjects(db: DbOrTrx, memberId: string): Promise<LinkedSubject[]> {
  return db
    .selectFrom('login_subjects')
    .select(['issuer', 'subject', 'way', 'linked_at as linkedAt', 'last_used_at as lastUsedAt'])
    .where('member_id', '=', memberId)
    .orderBy('linked_at')
    .execute()
}

/** A double's subjects log in as the kept member from now on. */
export async function mergeSubjects(db: DbOrTrx, { from, into }: Merging): Promise<void> {
  await db.updateTable('login_subjects').set({ member_id: into }).where('member_id', '=', from).execute()
}

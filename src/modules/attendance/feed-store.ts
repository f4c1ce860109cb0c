import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { isOpen } from '#modules/accounts/admission-store.ts'

/** A member has one feed: a new one replaces the address of the old. */
export async function writeFeed(db: DbOrTrx, memberId: string, tokenHash: string, now: Date): Promise<void> {
  const row = { token_hash: tokenHash, created_at: now }
  await db
    .insertInto('calendar_feeds')
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}

export async function removeFeed(db: DbOrTrx, memberId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('member_id', '=', memberId).execute()
}

export async function findFeed(db: DbOrTrx, memberId: string): Promise<{ createdAt: Date } | undefined> {
  return db.selectFrom('calendar_feeds').select('created_at as createdAt').where('member_id', '=', memberId).executeTakeFirst()
}

export async function findFeedOwner(db: DbOrTrx, tokenHash: string): Promise<{ memberId: string; locale: Locale } | undefined> {
  const owner = await db
    .selectFrom('calendar_feeds')
    .innerJoin('members', 'members.id', 'calendar_feeds.member_id')
    .select(['members.id as memberId', 'members.locale'])
    .where('token_hash', '=', tokenHash)
    .where(isOpen())
    .executeTakeFirst()
  return owner && { memberId: owner.memberId, locale: owner.locale as Locale }
}

/** Removes the calendar address of a member who closes their account. */
export const forgetInAttendance = (trx: Trx, { id }: LeavingMember): Promise<void> => removeFeed(trx, id)

import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** The facilities that a member has marked, the first marked first. */
export async function readFavourites(db: DbOrTrx, memberId: string): Promise<{ facilityId: number; markedAt: Date }[]> {
  return db
    .selectFrom('favourite_facilities')
    .select(['facility_id as facilityId', 'marked_at as markedAt'])
    .where('member_id', '=', memberId)
    .orderBy('marked_at')
    .orderBy('facility_id')
    .execute()
}

type Marking = { memberId: string; facilityId: number; marked: boolean }

export async function markFavourite(db: DbOrTrx, { memberId, facilityId, marked }: Marking, now: Date): Promise<void> {
  if (marked)
    await db
      .insertInto('favourite_facilities')
      .values({ member_id: memberId, facility_id: facilityId, marked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('favourite_facilities').where('member_id', '=', memberId).where('facility_id', '=', facilityId).execute()
}

export async function forgetFavourites(trx: Trx, { id }: Pick<LeavingMember, 'id'>): Promise<void> {
  await trx.deleteFrom('favourite_facilities').where('member_id', '=', id).execute()
}

/** Gives the favourites of a double to the kept member; what both have marked stays once. */
export async function mergeFavourites(trx: Trx, { from, into }: Merging): Promise<void> {
  await sql`
    insert into favourite_facilities (member_id, facility_id, marked_at)
    select ${into}, facility_id, marked_at from favourite_facilities where member_id = ${from}
    on conflict do nothing`.execute(trx)
  await trx.deleteFrom('favourite_facilities').where('member_id', '=', from).execute()
}

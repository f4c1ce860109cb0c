import type { DbOrTrx } from '#db/connect.ts'
import { clubDeeds, type ClubDeed } from '#http/club-deeds.ts'
import { sql } from 'kysely'

/** Something that somebody did for a club about its order. `name`: as of today, empty once the account is closed. */
export type OrderDeed = { at: Date; deed: ClubDeed; name: string }

/** Who did what about an order, and about the pre-order that it came from, oldest first. An order of no club has none. */
export async function readClubDeeds(
  db: DbOrTrx,
  { orderNo, preOrderNo }: { orderNo: string; preOrderNo: string | null },
): Promise<OrderDeed[]> {
  const { rows } = await sql<OrderDeed>`
    select g.at, substr(g.action, 6) as deed, coalesce(m.name, '') as name from audit_log g left join members m on m.id = g.member_id
    where (g.subject_kind, g.subject_id) in (('order', ${orderNo}), ('preorder', ${preOrderNo ?? ''}))
      and g.action = any (${clubDeeds.map((deed) => `club.${deed}`)}::text[])
    order by g.at, g.id`.execute(db)
  return rows
}

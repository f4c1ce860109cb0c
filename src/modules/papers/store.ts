import { sql } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'

export type Buyer = { memberId: string; /** Of the club, where it is one. */ name: string }

export async function findBuyer(db: DbOrTrx, orderNo: string): Promise<Buyer | undefined> {
  const { rows } = await sql<Buyer>`
    select m.id as "memberId", coalesce(nullif(c.name, ''), m.name) as name
    from orders o join members m on m.id = o.member_id left join communities c on c.member_id = m.id and c.state = 'approved' where o.order_no = ${orderNo}`.execute(
    db,
  )
  return rows[0]
}

import type { DbOrTrx } from '#db/connect.ts'
import type { OverQuota } from '#modules/orders/store.ts'
import { sql } from 'kysely'

/** What a refusal says besides its code. */
export type PassDetail = OverQuota | { until: string }

export type Pass = {
  wishId: string
  memberId: string
  at: Date
  courtId: number
  start: Date
  end: Date
  why: string
  refused: boolean
  detail: PassDetail | null
}

const asPass = sql`
  p.wish_id as "wishId", w.member_id as "memberId", p.at, p.court_id as "courtId", lower(p.during) as start, upper(p.during) as "end", p.why, p.refused, p.detail`

export async function readPass(db: DbOrTrx, wishId: string, freedId: string): Promise<Pass | undefined> {
  const { rows } = await sql<Pass>`
    select ${asPass} from wish_passes p join wishes w on w.id = p.wish_id where p.wish_id = ${wishId} and p.freed_id = ${freedId}`.execute(
    db,
  )
  return rows[0]
}

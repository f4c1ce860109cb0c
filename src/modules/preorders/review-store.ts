import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { DocumentKind, PreOrderState, ShownState } from './rules.ts'

export async function writeReview(
  db: DbOrTrx,
  id: string,
  { note, missingKinds, by }: { note: string; missingKinds: DocumentKind[]; by: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('preorders')
    .set({ review_note: note, missing_kinds: missingKinds, decided_at: now, decided_by: by })
    .where('id', '=', id)
    .execute()
}

export type PastDecision = {
  /** As written, and as shown: an approved one is confirmed once it is paid, and cancelled once its order lapses. */
  written: PreOrderState
  state: ShownState
  note: string
  missingKinds: DocumentKind[]
  decidedAt: Date | null
  decidedBy: { id: string; name: string } | null
  payOrderNo: string | null
  payBefore: Date | null
}

/** What was decided about a pre-order last, and by whom. */
export async function readDecision(db: DbOrTrx, id: string): Promise<PastDecision> {
  const { rows } = await sql<PastDecision>`
    select p.state as written,
      case when p.state = 'approved' and o.state = 'awaiting-payment' then 'approved'
        when p.state = 'approved' and o.state in ('expired', 'cancelled', 'venue-cancelled') then 'cancelled'
        when p.state = 'approved' then 'confirmed' else p.state end as state,
      p.review_note as note, p.missing_kinds as "missingKinds", p.decided_at as "decidedAt",
      (select json_build_object('id', m.id, 'name', m.name) from members m where m.id = p.decided_by) as "decidedBy",
      o.order_no as "payOrderNo", case when o.state = 'awaiting-payment' then o.pay_before end as "payBefore"
    from preorders p left join orders o on o.id = p.order_id where p.id = ${id}`.execute(db)
  return rows[0]!
}

export async function linkOrder(db: DbOrTrx, id: string, orderId: string): Promise<void> {
  await db.updateTable('preorders').set({ order_id: orderId }).where('id', '=', id).execute()
}

export async function readContactOf(db: DbOrTrx, id: string): Promise<{ contactName: string; contactPhone: string; remark: string }> {
  return db
    .selectFrom('preorders')
    .select(['contact_name as contactName', 'contact_phone as contactPhone', 'title as remark'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

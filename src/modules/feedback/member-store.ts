import type { Db, Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { sql, type RawBuilder } from 'kysely'

/** Erases contact, comments and the person's name from reports and ratings; faults and stars stay. */
export async function forgetInFeedback(trx: Trx, leaving: LeavingMember): Promise<void> {
  const { id } = leaving
  await sql`
    update reports set contact_name = '', contact_phone = '', title = ${without(leaving, 'title')}, description = ${without(leaving, 'description')}
    where member_id = ${id}`.execute(trx)
  await sql`
    update report_notes n set body = ${without(leaving, 'n.body')} from reports r where r.id = n.report_id and r.member_id = ${id}`.execute(
    trx,
  )
  await trx.updateTable('ratings').set({ comment: '' }).where('member_id', '=', id).execute()
}

/** SQL: the text without the person's names. Names of one character are skipped, since they occur everywhere. */
function without({ name, email, mobile, account }: LeavingMember, column: string): RawBuilder<string> {
  const names = [email, mobile, account, name].filter((word) => [...word].length > 1)
  return names.reduce((text, word) => sql<string>`replace(${text}, ${word}, '＊＊')`, sql<string>`${sql.ref(column)}`)
}

/** Erases reporters of faults that were mended long ago. */
export async function forgetReporters(db: Db, before: Date, most: number): Promise<number> {
  const gone = await sql`
    update reports set contact_name = '', contact_phone = '', mobile = case when mobile is not null then '' end
    where id in (
      select id from reports where closed_at < ${before} and (contact_name <> '' or contact_phone <> '' or mobile <> '') limit ${most})`.execute(
    db,
  )
  return Number(gone.numAffectedRows)
}

/** Gives a double's reports and ratings to the kept member. Of two ratings of the centre on one day the later one stays. */
export async function mergeInFeedback(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('reports').set({ member_id: into }).where('member_id', '=', from).execute()
  await trx.updateTable('report_notes').set({ by_id: into }).where('by_id', '=', from).execute()
  await sql`
    delete from ratings r using ratings other
    where r.order_id is null and other.order_id is null and r.day = other.day and r.id <> other.id
      and (r.member_id, other.member_id) in ((${from}::uuid, ${into}::uuid), (${into}::uuid, ${from}::uuid))
      and (r.created_at, r.id) < (other.created_at, other.id)`.execute(trx)
  await trx.updateTable('ratings').set({ member_id: into }).where('member_id', '=', from).execute()
}

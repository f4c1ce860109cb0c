import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'

/** An invoice or a receipt as its issuer knows it. */
export type DemoPaper = {
  relateNo: string
  number: string
  randomCode: string
  amount: number
  fields: Record<string, unknown>
  issuedAt: Date
  voidedAt: Date | null
  /** What its allowances leave. */
  rest: number
  allowances: { number: string; amount: number; at: string; isVoid: boolean }[]
}

/** Where an issuer keeps its papers. */
export type PaperBooks = {
  find(issuer: string, by: { relateNo: string } | { number: string }): Promise<DemoPaper | undefined>
  nextNumber(): Promise<number>
  /** False: the merchant's number, whose capitals do not count, was taken before. */
  insert(issuer: string, paper: Pick<DemoPaper, 'relateNo' | 'number' | 'randomCode' | 'amount' | 'fields'>, now: Date): Promise<boolean>
  void(number: string, now: Date): Promise<void>
  /** False: more than the rest. */
  allow(allowance: { number: string; paper: string; amount: number }, now: Date): Promise<boolean>
  voidAllowance(number: string, now: Date): Promise<void>
}

const paperColumns = sql`
  p.relate_no as "relateNo", p.number, p.random_code as "randomCode", p.amount, p.fields, p.issued_at as "issuedAt", p.voided_at as "voidedAt",
  p.amount - (select coalesce(sum(a.amount), 0)::integer from demo_allowances a where a.paper = p.number and a.voided_at is null) as rest,
  (select coalesce(json_agg(json_build_object('number', a.number, 'amount', a.amount, 'at', a.at, 'isVoid', a.voided_at is not null) order by a.at), '[]')
    from demo_allowances a where a.paper = p.number) as allowances`

/** The books of the demo's issuers. */
export const paperBooksIn = (db: Db): PaperBooks => ({
  async find(issuer, by) {
    const which = 'number' in by ? sql`p.number = ${by.number}` : sql`p.relate_key = ${by.relateNo.toLowerCase()}`
    const { rows } = await sql<DemoPaper>`select ${paperColumns} from demo_papers p where p.issuer = ${issuer} and ${which}`.execute(db)
    return rows[0]
  },
  async nextNumber() {
    const { rows } = await sql<{ no: string }>`select nextval('demo_paper_numbers') as no`.execute(db)
    return Number(rows[0]!.no)
  },
  async insert(issuer, { relateNo, number, randomCode, amount, fields }, now) {
    const written = await db
      .insertInto('demo_papers')
      .values({
        issuer,
        relate_key: relateNo.toLowerCase(),
        relate_no: relateNo,
        number,
        random_code: randomCode,
        amount,
        fields: JSON.stringify(fields),
        issued_at: now,
      })
      .onConflict((conflict) => conflict.columns(['issuer', 'relate_key']).doNothing())
      .executeTakeFirst()
    return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
  },
  async void(number, now) {
    await db.updateTable('demo_papers').set({ voided_at: now }).where('number', '=', number).execute()
  },
  // Locks the paper, so that two cannot share its rest.
  allow: (allowance, now) =>
    db.transaction().execute(async (trx) => {
      await trx.selectFrom('demo_papers').select('number').where('number', '=', allowance.paper).forUpdate().execute()
      const { rows } = await sql<{ rest: number }>`select ${paperColumns} from demo_papers p where p.number = ${allowance.paper}`.execute(
        trx,
      )
      if ((rows[0]?.rest ?? 0) < allowance.amount) return false
      await trx
        .insertInto('demo_allowances')
        .values({ ...allowance, at: now })
        .execute()
      return true
    }),
  async voidAllowance(number, now) {
    await db.updateTable('demo_allowances').set({ voided_at: now }).where('number', '=', number).execute()
  },
})

import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Deletes courts that nothing refers to, with their prices and the spaces that are only theirs. */
export async function deleteCourts(trx: Trx, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const courts = sql`(select id from courts where code = any(${[...codes]}::text[]))`
  await sql`delete from court_prices where court_id in ${courts}`.execute(trx)
  await sql`delete from court_spaces where court_id in ${courts}`.execute(trx)
  await sql`delete from courts where code = any(${[...codes]}::text[])`.execute(trx)
  await sql`
    delete from spaces s where code = any(${[...codes]}::text[]) and not exists (select from court_spaces cs where cs.space_id = s.id)`.execute(
    trx,
  )
}

/** Deletes facilities that nothing refers to, with everything in them. */
export async function deleteFacilities(trx: Trx, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const facilities = sql`(select id from facilities where code = any(${[...codes]}::text[]))`
  const courts = await sql<{ code: string }>`select code from courts where facility_id in ${facilities}`.execute(trx)
  await deleteCourts(
    trx,
    courts.rows.map(({ code }) => code),
  )
  await sql`delete from spaces where facility_id in ${facilities}`.execute(trx)
  await sql`delete from price_lists where facility_id in ${facilities}`.execute(trx)
  await sql`delete from timetables where facility_id in ${facilities}`.execute(trx)
  await sql`delete from facilities where code = any(${[...codes]}::text[])`.execute(trx)
}

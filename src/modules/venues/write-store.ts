import type { Trx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import { removeFacilityPictures } from './picture-store.ts'
import type { Facility, Words } from './rules.ts'
import type { StoredHours, StoredLevel } from './store.ts'

/**
 * Writes of the catalogue. Codes are the key: what has a known code is changed, the rest is new. Every statement raises the
 * catalogue's version by a trigger. Nothing is deleted that an order could refer to.
 */

type FacilityRecord = Pick<Facility, 'code' | 'sport' | 'name' | 'about' | 'place' | 'rules' | 'outdoor' | 'drawing' | 'colour'> & {
  retiredAt: Date | null
}

/** Answers the facility's id. New facilities come last. */
export async function writeFacility(trx: Trx, facility: FacilityRecord): Promise<number> {
  const { code, name, about, place, rules, retiredAt, sport, outdoor, drawing, colour } = facility
  const row = {
    sport,
    outdoor,
    drawing,
    colour,
    name_tw: name.tw,
    name_en: name.en,
    about_tw: about.tw,
    about_en: about.en,
    place_tw: place.tw,
    place_en: place.en,
    rules_tw: rules.tw,
    rules_en: rules.en,
    retired_at: retiredAt,
  }
  const changed = await trx.updateTable('facilities').set(row).where('code', '=', code).returning('id').executeTakeFirst()
  if (changed) return changed.id
  const next = sql<number>`(select coalesce(max(id), 0) + 1 from facilities)`
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from facilities)`
  const made = await trx
    .insertInto('facilities')
    .values({ ...row, code, id: next, position: last })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** The order in which facilities are listed. */
export async function orderFacilities(trx: Trx, codes: readonly string[]): Promise<void> {
  await sql`
    update facilities f set position = o.position
    from unnest(${[...codes]}::text[]) with ordinality as o (code, position) where o.code = f.code and f.position <> o.position`.execute(
    trx,
  )
}

type CourtRecord = { code: string; name: Words; on?: readonly string[] | undefined; retiredAt: Date | null }

/**
 * Courts of a facility, in order. A court without `on` has a space of its own, which has its code; one with `on` stands on
 * the spaces of those courts. Courts that are not named stay as they are.
 */
export async function writeCourts(trx: Trx, facilityId: number, courts: readonly CourtRecord[]): Promise<void> {
  const ids = new Map<string, number>()
  for (const [n, { code, name, retiredAt }] of courts.entries()) {
    const row = { facility_id: facilityId, name_tw: name.tw, name_en: name.en, retired_at: retiredAt, position: n + 1 }
    const changed = await trx.updateTable('courts').set(row).where('code', '=', code).returning('id').executeTakeFirst()
    const made =
      changed ??
      (await trx
        .insertInto('courts')
        .values({ ...row, code, id: nextCourtId(facilityId) })
        .returning('id')
        .executeTakeFirstOrThrow())
    ids.set(code, made.id)
  }
  await writeSpaces(trx, facilityId, courts)
  const pairs = courts.flatMap(({ code, on = [code] }) => on.map((space) => ({ court: ids.get(code)!, space })))
  await replaceCourtSpaces(trx, [...ids.values()], pairs)
}

/** Facility 3 has the courts and spaces 301, 302, …; when those are used up, the next number of all. */
const nextCourtId = (facilityId: number) => sql<number>`(
  select case when exists (select from courts where id = n.next) then (select max(id) + 1 from courts) else n.next end
  from (select coalesce(max(id), ${facilityId}::integer * 100) + 1 as next from courts where facility_id = ${facilityId}) as n)`

const nextSpaceId = (facilityId: number) => sql<number>`(
  select case when exists (select from spaces where id = n.next) then (select max(id) + 1 from spaces) else n.next end
  from (select coalesce(max(id), ${facilityId}::integer * 100) + 1 as next from spaces where facility_id = ${facilityId}) as n)`

async function writeSpaces(trx: Trx, facilityId: number, courts: readonly CourtRecord[]): Promise<void> {
  const needed = [...new Set(courts.flatMap(({ code, on }) => on ?? [code]))]
  const known = await trx
    .selectFrom('spaces')
    .select('code')
    .where('code', '=', sql<string>`any(${needed}::text[])`)
    .execute()
  for (const code of needed.filter((one) => !known.some((space) => space.code === one)))
    // A space has the number of its court where that is free.
    await sql`
      insert into spaces (id, facility_id, code)
      select coalesce((select c.id from courts c where c.code = ${code} and not exists (select from spaces s where s.id = c.id)), ${nextSpaceId(facilityId)}),
        ${facilityId}, ${code}`.execute(trx)
}

async function replaceCourtSpaces(trx: Trx, courtIds: number[], pairs: { court: number; space: string }[]): Promise<void> {
  const wanted = JSON.stringify(pairs)
  await sql`
    delete from court_spaces cs using spaces s
    where s.id = cs.space_id and cs.court_id = any(${courtIds}::integer[]) and not exists (
      select from jsonb_to_recordset(${wanted}::jsonb) as w (court integer, space text) where w.court = cs.court_id and w.space = s.code
    )`.execute(trx)
  await sql`
    insert into court_spaces (court_id, space_id)
    select w.court, s.id from jsonb_to_recordset(${wanted}::jsonb) as w (court integer, space text) join spaces s on s.code = w.space
    on conflict do nothing`.execute(trx)
}

type TimetableRecord = { from: Day; slotMinutes: number; hours: StoredHours[]; sessions: string[] }

/** Replaces the timetables of a facility. */
export async function writeTimetables(trx: Trx, facilityId: number, timetables: readonly TimetableRecord[]): Promise<void> {
  const days = timetables.map(({ from }) => from)
  await trx
    .deleteFrom('timetables')
    .where('facility_id', '=', facilityId)
    .where('valid_from', '!=', sql<string>`all(${days}::date[])`)
    .execute()
  for (const { from, slotMinutes, hours, sessions } of timetables) {
    const row = { slot_minutes: slotMinutes, hours: JSON.stringify(hours), sessions }
    await trx
      .insertInto('timetables')
      .values({ facility_id: facilityId, valid_from: from, ...row })
      .onConflict((c) => c.columns(['facility_id', 'valid_from']).doUpdateSet(row))
      .execute()
  }
}

/** `prices`: by court code and identity code, one for each level. */
type PriceListRecord = {
  from: Day
  levels: StoredLevel[]
  lightFee: number
  lightFrom: string | null
  deposit: number
  prices: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>
}

/** Replaces the price lists of a facility. Who changes a list that is there does not become its author. */
export async function writePriceLists(
  trx: Trx,
  facilityId: number,
  lists: readonly PriceListRecord[],
  by: string | null,
  now: Date,
): Promise<void> {
  const days = lists.map(({ from }) => from)
  await trx
    .deleteFrom('price_lists')
    .where('facility_id', '=', facilityId)
    .where('valid_from', '!=', sql<string>`all(${days}::date[])`)
    .execute()
  for (const { from, levels, lightFee, lightFrom, deposit, prices } of lists) {
    const row = { levels: JSON.stringify(levels), light_fee: lightFee, light_from: lightFrom, deposit }
    const { id } = await trx
      .insertInto('price_lists')
      .values({ facility_id: facilityId, valid_from: from, ...row, created_by: by, created_at: now })
      .onConflict((c) => c.columns(['facility_id', 'valid_from']).doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    await replacePrices(trx, id, prices)
  }
}

async function replacePrices(trx: Trx, listId: number, prices: PriceListRecord['prices']): Promise<void> {
  const wanted = JSON.stringify(
    Object.entries(prices).flatMap(([court, byIdentity]) =>
      Object.entries(byIdentity).map(([identity, byLevel]) => ({ court, identity, prices: byLevel })),
    ),
  )
  await sql`delete from court_prices where price_list_id = ${listId}`.execute(trx)
  await sql`
    insert into court_prices (price_list_id, court_id, identity_id, prices)
    select ${listId}, c.id, i.id, w.prices
    from jsonb_to_recordset(${wanted}::jsonb) as w (court text, identity text, prices integer[])
    join courts c on c.code = w.court join identities i on i.code = w.identity`.execute(trx)
}

type HolidayRecord = { day: Day; name: Words; closed?: boolean | undefined }

/** Replaces all holidays. */
export async function writeHolidays(trx: Trx, holidays: readonly HolidayRecord[]): Promise<void> {
  const days = holidays.map(({ day }) => day)
  await trx
    .deleteFrom('holidays')
    .where('day', '!=', sql<string>`all(${days}::date[])`)
    .execute()
  if (holidays.length === 0) return
  await trx
    .insertInto('holidays')
    .values(holidays.map(({ day, name, closed = false }) => ({ day, name_tw: name.tw, name_en: name.en, closed })))
    .onConflict((c) =>
      c.column('day').doUpdateSet((e) => ({
        name_tw: e.ref('excluded.name_tw'),
        name_en: e.ref('excluded.name_en'),
        closed: e.ref('excluded.closed'),
      })),
    )
    .execute()
}

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

/** Deletes facilities that nothing refers to, with everything in them. Answers the files of their pictures. */
export async function deleteFacilities(trx: Trx, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const facilities = sql`(select id from facilities where code = any(${[...codes]}::text[]))`
  const courts = await sql<{ code: string }>`select code from courts where facility_id in ${facilities}`.execute(trx)
  await deleteCourts(
    trx,
    courts.rows.map(({ code }) => code),
  )
  const pictures = await sql<{ id: string }>`select id from facility_pictures where facility_id in ${facilities}`.execute(trx)
  const files = await removeFacilityPictures(
    trx,
    pictures.rows.map(({ id }) => id),
  )
  await sql`delete from spaces where facility_id in ${facilities}`.execute(trx)
  await sql`delete from price_lists where facility_id in ${facilities}`.execute(trx)
  await sql`delete from timetables where facility_id in ${facilities}`.execute(trx)
  await sql`delete from facilities where code = any(${[...codes]}::text[])`.execute(trx)
  return files
}

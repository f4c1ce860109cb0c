import { sqlWords } from '#db/words.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { FacilityFile, HolidayFile, IdentityFile, LevelPrices, PriceListFile } from './file-wire.ts'
import { withFewestExceptions } from './normal-form.ts'

type Retirable = { retired: boolean }
type CourtRow = Omit<FacilityFile['courts'][number], 'retired'> & Retirable & { on: string[] }
type PriceListRow = Omit<PriceListFile, 'prices' | 'courts'> & { matrices: Record<string, Record<string, LevelPrices>> | null }
type FacilityRow = Omit<FacilityFile, 'retired' | 'courts' | 'priceLists'> & Retirable & { courts: CourtRow[]; priceLists: PriceListRow[] }
type Row = {
  identities: (Omit<IdentityFile, 'retired'> & Retirable)[]
  facilities: FacilityRow[]
  holidays: (Omit<HolidayFile, 'closed'> & { closed: boolean })[]
}

/** Identities, facilities and holidays as a catalogue file has them, in one statement. */
export async function readSections(
  db: DbOrTrx,
): Promise<{ identities: IdentityFile[]; facilities: FacilityFile[]; holidays: HolidayFile[] }> {
  const { rows } = await sql<Row>`
    select
      (select coalesce(json_agg(json_build_object('code', code, 'name', ${sqlWords('name')}, 'needsProof', needs_proof,
        'proofMonths', proof_months, 'forCommunity', for_community, 'retired', retired_at is not null) order by position, id), '[]') from identities) as identities,
      (select coalesce(json_agg(json_build_object('day', day, 'name', ${sqlWords('name')}, 'closed', closed) order by day), '[]') from holidays) as holidays,
      (select coalesce(json_agg(json_build_object('code', f.code, 'sport', f.sport, 'name', ${sqlWords('f.name')},
        'about', ${sqlWords('f.about')}, 'place', ${sqlWords('f.place')},
        'rules', ${sqlWords('f.rules')}, 'outdoor', f.outdoor, 'drawing', f.drawing, 'colour', f.colour,
        'retired', f.retired_at is not null,
        'pictures', (select coalesce(json_agg(json_build_object('file', p.file_id, 'alt', ${sqlWords('p.alt')},
          'focus', json_build_object('x', p.focus_x, 'y', p.focus_y)) order by p.position), '[]') from facility_pictures p where p.facility_id = f.id),
        'courts', (select coalesce(json_agg(json_build_object('code', c.code, 'name', ${sqlWords('c.name')}, 'retired', c.retired_at is not null,
          'on', (select coalesce(json_agg(s.code order by s.id), '[]') from court_spaces cs join spaces s on s.id = cs.space_id where cs.court_id = c.id)) order by c.position, c.id), '[]')
          from courts c where c.facility_id = f.id),
        'timetables', (select coalesce(json_agg(json_build_object('from', t.valid_from, 'slotMinutes', t.slot_minutes, 'hours', t.hours, 'sessions', t.sessions) order by t.valid_from), '[]')
          from timetables t where t.facility_id = f.id),
        'priceLists', (select coalesce(json_agg(json_build_object('from', l.valid_from, 'levels', l.levels, 'lightFee', l.light_fee, 'lightFrom', to_char(l.light_from, 'HH24:MI'), 'deposit', l.deposit,
          'matrices', (select json_object_agg(m.code, m.prices order by m.position, m.id) from (
            select c.code, c.position, c.id, json_object_agg(i.code, p.prices order by i.position, i.id) as prices
            from court_prices p join courts c on c.id = p.court_id join identities i on i.id = p.identity_id where p.price_list_id = l.id group by c.id) as m)) order by l.valid_from), '[]')
          from price_lists l where l.facility_id = f.id)
      ) order by f.position, f.id), '[]') from facilities f) as facilities`.execute(db)
  const { identities, facilities, holidays } = rows[0]!
  return { identities: identities.map(withoutFalse), facilities: facilities.map(facilityFrom), holidays: holidays.map(holidayFrom) }
}

const withoutFalse = <T extends Retirable>({ retired, ...rest }: T): Omit<T, 'retired'> & { retired?: true } =>
  retired ? { ...rest, retired: true } : rest

const holidayFrom = ({ closed, ...rest }: Row['holidays'][number]): HolidayFile => (closed ? { ...rest, closed } : rest)

function facilityFrom({ courts, priceLists, retired, timetables, ...rest }: FacilityRow): FacilityFile {
  return {
    ...rest,
    ...(retired ? { retired: true as const } : {}),
    courts: courts.map(courtFrom),
    // The database keeps the fields of JSON in an order of its own.
    timetables: timetables.map(({ hours, ...timetable }) => ({
      ...timetable,
      hours: hours.map(({ days, opens, closes, season }) => ({ days, opens, closes, ...(season ? { season } : {}) })),
    })),
    priceLists: priceLists.map(({ matrices, from, levels, ...list }) =>
      withFewestExceptions({ from, levels: levels.map(levelFrom), ...list, prices: {} }, new Map(Object.entries(matrices ?? {}))),
    ),
  }
}

const levelFrom = ({ name, hours }: PriceListFile['levels'][number]): PriceListFile['levels'][number] => ({
  name: { tw: name.tw, en: name.en },
  hours: hours.map(({ days, from, to }) => ({ days, from, to })),
})

function courtFrom(row: CourtRow): FacilityFile['courts'][number] {
  const { on, ...court } = withoutFalse(row)
  return on.length === 1 && on[0] === court.code ? court : { ...court, on: on.toSorted() }
}

type Used = {
  facilities: string[]
  courts: string[]
  identities: string[]
  bookedAhead: string[]
  /** How many members have an identity, by its code. */
  holders: Record<string, number>
}

/** Codes of what something refers to, in one statement. */
export async function readInUse(db: DbOrTrx, now: Date): Promise<Used> {
  const { rows } = await sql<Used>`
    with used as materialized (
      select c.id, c.code, c.facility_id from courts c
      where exists (select from order_items i where i.court_id = c.id) or exists (select from preorder_dates d where d.court_id = c.id)
        or exists (select from blocks b where b.court_id = c.id) or exists (select from reports r where r.court_id = c.id)
        or exists (select from court_spaces cs join occupancy o on o.space_id = cs.space_id where cs.court_id = c.id)
    )
    select
      (select coalesce(json_agg(code order by code), '[]') from used) as courts,
      (select coalesce(json_agg(f.code order by f.code), '[]') from facilities f
        where f.id in (select facility_id from used) or exists (select from blocks b where b.facility_id = f.id)
          or exists (select from round_facilities r where r.facility_id = f.id) or exists (select from reports r where r.facility_id = f.id)
          or exists (select from ratings r where r.facility_id = f.id)) as facilities,
      (select coalesce(json_agg(i.code order by i.code), '[]') from identities i
        where exists (select from members m where m.identity_id = i.id) or exists (select from identity_proofs p where p.identity_id = i.id)
          or exists (select from order_items o where o.identity_id = i.id) or exists (select from court_prices p where p.identity_id = i.id)) as identities,
      (select coalesce(json_object_agg(i.code, h.count), '{}') from identities i
        join (select identity_id, count(*) as count from members where closed_at is null group by identity_id) as h on h.identity_id = i.id) as holders,
      (select coalesce(json_agg(distinct c.code), '[]') from courts c join court_spaces cs on cs.court_id = c.id
        join occupancy o on o.space_id = cs.space_id where upper(o.during) > ${now} and o.kind <> 'closure' and coalesce(o.hold_until, 'infinity') > ${now}) as "bookedAhead"`.execute(
    db,
  )
  return rows[0]!
}

export async function readFacilityIds(db: DbOrTrx): Promise<number[]> {
  return (await db.selectFrom('facilities').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/** Changes of the catalogue come one after the other. */
export async function lockCatalogue(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-catalogue'))`.execute(trx)
}

export type LastChange = { changedBy: string | null; changedAt: Date | null }

/** Who changed each part of the catalogue last, and when, from the audit log. */
export async function readLastChanges(db: DbOrTrx, parts: string[]): Promise<Map<string, LastChange>> {
  const { rows } = await sql<{ part: string; changedBy: string; changedAt: Date }>`
    select p.part, l.actor_name as "changedBy", l.at as "changedAt"
    from unnest(${parts}::text[]) as p (part), lateral (
      select actor_name, at from audit_log where subject_kind = split_part(p.part, ':', 1) and subject_id = p.part order by at desc, id desc limit 1
    ) as l`.execute(db)
  return new Map(rows.map(({ part, ...last }) => [part, last]))
}

import { sqlWords } from '#db/words.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { minuteFrom, type Day } from '#lib/zone.ts'
import { defaultSettings, type Limits, type RefundRules } from '#modules/settings/rules.ts'
import { sql } from 'kysely'
import {
  holidaysFrom,
  type Catalogue,
  type Court,
  type DayKind,
  type Facility,
  type PriceList,
  type Timetable,
  type Words,
  type YearSeason,
} from './rules.ts'

/** Hours of opening and of price levels as columns hold them: times of day are HH:MM. */
export type StoredHours = { days: DayKind[]; opens: string; closes: string; season?: YearSeason }
export type StoredLevel = { name: Words; hours: { days: DayKind[]; from: string; to: string }[] }

/** One price for each level. */
type PriceRow = [court: number, identity: number, prices: number[]]

type Row = {
  version: number
  booking: Partial<Limits['booking']> | null
  refunds: RefundRules | null
  holidays: { day: Day; closed: boolean }[]
  facilities: (Omit<Facility, 'timetables' | 'priceLists' | 'courts' | 'retiredCourts'> & {
    timetables: (Omit<Timetable, 'hours' | 'sessions'> & { hours: StoredHours[]; sessions: string[] })[]
    priceLists: (Omit<PriceList, 'levels' | 'lightFrom' | 'prices'> & {
      levels: StoredLevel[]
      lightFrom: string | null
      prices: PriceRow[]
    })[]
    courts: Court[]
  })[]
}

/** The whole catalogue in one statement. */
export async function readCatalogue(db: DbOrTrx): Promise<Catalogue> {
  const { rows } = await sql<Row>`
    select (select (value #>> '{}')::integer from settings where key = 'catalogue_version') as version,
      (select value from settings where key = 'booking') as booking, (select value from settings where key = 'refunds') as refunds,
      coalesce((select json_agg(json_build_object('day', day, 'closed', closed)) from holidays), '[]') as holidays,
      coalesce((select json_agg(json_build_object(
        'id', f.id, 'code', f.code, 'sport', f.sport, 'name', ${sqlWords('f.name')},
        'about', ${sqlWords('f.about')}, 'place', ${sqlWords('f.place')},
        'rules', ${sqlWords('f.rules')}, 'outdoor', f.outdoor, 'drawing', f.drawing, 'colour', f.colour,
        'retired', f.retired_at is not null,
        'pictures', coalesce((select json_agg(json_build_object(
          'id', p.id, 'fileId', p.file_id, 'alt', ${sqlWords('p.alt')}, 'focus', json_build_object('x', p.focus_x, 'y', p.focus_y),
          'width', p.width, 'height', p.height
        ) order by p.position) from facility_pictures p where p.facility_id = f.id), '[]'),
        'timetables', coalesce((select json_agg(json_build_object(
          'id', t.id, 'from', t.valid_from, 'slotMinutes', t.slot_minutes, 'hours', t.hours, 'sessions', t.sessions
        ) order by t.valid_from) from timetables t where t.facility_id = f.id), '[]'),
        'priceLists', coalesce((select json_agg(json_build_object(
          'id', l.id, 'from', l.valid_from, 'levels', l.levels, 'lightFee', l.light_fee, 'lightFrom', l.light_from, 'deposit', l.deposit,
          'prices', coalesce((select json_agg(json_build_array(p.court_id, p.identity_id, p.prices))
            from court_prices p where p.price_list_id = l.id), '[]')
        ) order by l.valid_from) from price_lists l where l.facility_id = f.id), '[]'),
        'courts', coalesce((select json_agg(json_build_object(
          'id', c.id, 'facilityId', c.facility_id, 'code', c.code, 'name', ${sqlWords('c.name')},
          'spaces', coalesce((select json_agg(cs.space_id order by cs.space_id) from court_spaces cs where cs.court_id = c.id), '[]'),
          'retired', c.retired_at is not null
        ) order by c.position, c.id) from courts c where c.facility_id = f.id), '[]')
      ) order by f.position, f.id) from facilities f), '[]') as facilities`.execute(db)
  return catalogueFrom(rows[0]!)
}

export async function readCatalogueVersion(db: DbOrTrx): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select (value #>> '{}')::integer as version from settings where key = 'catalogue_version'`.execute(db)
  return rows[0]!.version
}

function catalogueFrom({ version, booking, refunds, holidays, facilities: found }: Row): Catalogue {
  const all = found.map(facilityFrom)
  return {
    version,
    booking: { ...defaultSettings.booking, ...booking },
    refunds: refunds ?? defaultSettings.refunds,
    facilities: all.filter(({ retired }) => !retired),
    holidays: holidaysFrom(holidays),
    facilityOf: new Map(all.map((facility) => [facility.id, facility])),
    courtOf: new Map(
      all.flatMap((facility) => [...facility.courts, ...facility.retiredCourts].map((court) => [court.id, { court, facility }] as const)),
    ),
  }
}

const facilityFrom = ({ timetables, priceLists, courts, ...row }: Row['facilities'][number]): Facility => ({
  ...row,
  timetables: timetables.map(({ hours, sessions, ...timetable }) => ({
    ...timetable,
    hours: hours.map(({ opens, closes, ...when }) => ({ ...when, opens: minuteFrom(opens), closes: minuteFrom(closes) })),
    sessions: sessions.map((text) => ({ start: minuteFrom(text.split('-')[0]!), end: minuteFrom(text.split('-')[1]!) })),
  })),
  priceLists: priceLists.map(({ levels, lightFrom, prices, ...list }) => ({
    ...list,
    levels: levels.map(({ name, hours }) => ({
      name,
      hours: hours.map(({ days, from, to }) => ({ days, from: minuteFrom(from), to: minuteFrom(to) })),
    })),
    lightFrom: lightFrom === null ? null : minuteFrom(lightFrom),
    prices: pricesFrom(prices),
  })),
  courts: courts.filter(({ retired }) => !retired),
  retiredCourts: courts.filter(({ retired }) => retired),
})

function pricesFrom(rows: PriceRow[]): PriceList['prices'] {
  const byCourt: Record<number, PriceList['prices'][number]> = {}
  for (const [court, identity, byLevel] of rows) (byCourt[court] ??= {})[identity] = byLevel
  return byCourt
}

/** Public holidays with their names, in the order of their days. */
export async function readHolidays(db: DbOrTrx): Promise<{ day: Day; name: { tw: string; en: string } }[]> {
  const { rows } = await sql<{ day: Day; name: { tw: string; en: string } }>`
    select to_char(day, 'YYYY-MM-DD') as day, ${sqlWords('name')} as name from holidays order by holidays.day`.execute(db)
  return rows
}

import type { DbOrTrx } from '#db/connect.ts'
import { minuteFrom } from '#lib/zone.ts'
import { defaultSettings, type Limits } from '#modules/settings/rules.ts'
import { sql } from 'kysely'
import type { Catalogue, Court, Facility } from './rules.ts'

type Row = {
  version: number
  booking: Partial<Limits['booking']> | null
  holidays: string[]
  facilities: (Omit<Facility, 'opens' | 'closes' | 'sessions' | 'lightFrom' | 'courts'> & {
    opens: string
    closes: string
    sessions: string[]
    lightFrom: string | null
    courts: (Omit<Court, 'prices'> & { prices: [number, number, number][] })[]
  })[]
}

/** The whole catalogue in one statement. */
export async function readCatalogue(db: DbOrTrx): Promise<Catalogue> {
  const { rows } = await sql<Row>`
    select (select (value #>> '{}')::integer from settings where key = 'catalogue_version') as version,
      (select value from settings where key = 'booking') as booking,
      coalesce((select json_agg(day) from holidays), '[]') as holidays,
      coalesce((select json_agg(json_build_object(
        'id', f.id, 'code', f.code, 'sport', f.sport, 'name', json_build_object('tw', f.name_tw, 'en', f.name_en),
        'about', json_build_object('tw', f.about_tw, 'en', f.about_en), 'place', json_build_object('tw', f.place_tw, 'en', f.place_en),
        'rules', json_build_object('tw', f.rules_tw, 'en', f.rules_en), 'outdoor', f.outdoor, 'opens', f.opens, 'closes', f.closes,
        'slotMinutes', f.slot_minutes, 'sessions', f.sessions, 'lightFee', f.light_fee, 'lightFrom', f.light_from, 'deposit', f.deposit,
        'drawing', f.drawing, 'colour', f.colour,
        'courts', coalesce((select json_agg(json_build_object(
          'id', c.id, 'facilityId', c.facility_id, 'code', c.code, 'name', json_build_object('tw', c.name_tw, 'en', c.name_en),
          'spaces', (select json_agg(cs.space_id order by cs.space_id) from court_spaces cs where cs.court_id = c.id),
          'prices', coalesce((select json_agg(json_build_array(p.identity_id, p.off_peak, p.peak)) from court_prices p where p.court_id = c.id), '[]')
        ) order by c.id) from courts c where c.facility_id = f.id), '[]')
      ) order by f.id) from facilities f), '[]') as facilities`.execute(db)
  return catalogueFrom(rows[0]!)
}

function catalogueFrom({ version, booking, holidays, facilities: found }: Row): Catalogue {
  const facilities = found.map((row): Facility => ({
    ...row,
    opens: minuteFrom(row.opens),
    closes: minuteFrom(row.closes),
    lightFrom: row.lightFrom === null ? null : minuteFrom(row.lightFrom),
    sessions: row.sessions.map((text) => ({ start: minuteFrom(text.split('-')[0]!), end: minuteFrom(text.split('-')[1]!) })),
    courts: row.courts.map((court) => ({
      ...court,
      prices: Object.fromEntries(court.prices.map(([identity, offPeak, peak]) => [identity, { offPeak, peak }])),
    })),
  }))
  return {
    version,
    booking: { ...defaultSettings.booking, ...booking },
    facilities,
    holidays: new Set(holidays),
    facilityOf: new Map(facilities.map((facility) => [facility.id, facility])),
    courtOf: new Map(facilities.flatMap((facility) => facility.courts.map((court) => [court.id, { court, facility }] as const))),
  }
}

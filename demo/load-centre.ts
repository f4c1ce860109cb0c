import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { addDays, dayOf, minuteFrom, momentAt, type Day } from '#lib/zone.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import type { Catalogue, Facility } from '#modules/venues/rules.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import centre from './centre.json' with { type: 'json' }

type CourtFile = { code: string; name: { tw: string; en: string }; on?: string[]; half?: boolean }

/** Facility 3 has the courts and spaces 301, 302, …; a court without `on` has a space of its own. */
const numbered = centre.facilities.map((facility, n) => {
  const id = n + 1
  const courts = (facility.courts as CourtFile[]).map((court, k) => ({ ...court, id: id * 100 + k + 1 }))
  return { ...facility, id, courts, spaces: courts.filter(({ on }) => !on) }
})

/** Facilities, courts, prices, holidays. Answers the catalogue as everybody else reads it. */
export async function loadCentre(trx: Trx): Promise<Catalogue> {
  await trx.insertInto('facilities').values(numbered.map(facilityRow)).execute()
  await trx
    .insertInto('spaces')
    .values(numbered.flatMap(({ id, spaces }) => spaces.map((space) => ({ id: space.id, facility_id: id, code: space.code }))))
    .execute()
  await trx
    .insertInto('courts')
    .values(
      numbered.flatMap(({ id, courts }) =>
        courts.map((court) => ({ id: court.id, facility_id: id, code: court.code, name_tw: court.name.tw, name_en: court.name.en })),
      ),
    )
    .execute()
  await trx.insertInto('court_spaces').values(courtSpaces()).execute()
  await trx
    .insertInto('court_prices')
    .values(await priceRows(trx))
    .execute()
  await trx
    .insertInto('holidays')
    .values(centre.holidays.map(({ day, tw, en }) => ({ day, name_tw: tw, name_en: en })))
    .execute()
  return readCatalogue(trx)
}

const facilityRow = (facility: (typeof numbered)[number]) => ({
  id: facility.id,
  code: facility.code,
  sport: facility.sport,
  name_tw: facility.name.tw,
  name_en: facility.name.en,
  about_tw: facility.about.tw,
  about_en: facility.about.en,
  place_tw: facility.place.tw,
  place_en: facility.place.en,
  rules_tw: facility.rules.tw,
  rules_en: facility.rules.en,
  outdoor: facility.outdoor,
  opens: facility.opens,
  closes: facility.closes,
  slot_minutes: facility.slotMinutes,
  sessions: facility.sessions,
  light_fee: facility.lightFee,
  light_from: facility.lightFrom,
  deposit: facility.deposit,
  drawing: facility.drawing,
  colour: facility.colour,
})

function courtSpaces(): { court_id: number; space_id: number }[] {
  return numbered.flatMap(({ courts, spaces }) =>
    courts.flatMap(({ id, code, on = [code] }) =>
      on.map((name) => ({ court_id: id, space_id: spaces.find((space) => space.code === name)!.id })),
    ),
  )
}

async function priceRows(trx: Trx) {
  const identities = new Map((await trx.selectFrom('identities').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  return numbered.flatMap(({ courts, prices }) =>
    courts.flatMap(({ id, half }) =>
      Object.entries(prices).map(([code, [offPeak, peak]]) => ({
        court_id: id,
        identity_id: identities.get(code)!,
        off_peak: offPeak! / (half ? 2 : 1),
        peak: peak! / (half ? 2 : 1),
      })),
    ),
  )
}

/** Contact of the centre; texts that staff have changed stay. */
export async function loadContact(trx: Trx, now: Date): Promise<void> {
  const written = await trx.selectFrom('settings').select('key').where('key', '=', 'centre').executeTakeFirst()
  if (!written) await writeSetting(trx, 'centre', centre.contact, null, now)
}

type Closing = {
  kind: 'block' | 'closure'
  facility: Facility
  courtCode?: string
  day: Day
  from: string
  to: string
  tw: string
  en: string
}

/** Closed days of the centre, one of the pool, and a court under repair. */
export async function loadClosings(trx: Trx, catalogue: Catalogue, staffId: string | null, now: Date): Promise<void> {
  const today = dayOf(now)
  const facility = (code: string) => catalogue.facilities.find((one) => one.code === code)!
  const closings: Closing[] = [
    ...centre.closedDays
      .filter(({ day }) => day > today)
      .flatMap(({ day, tw, en }) =>
        catalogue.facilities.map((one) => ({ kind: 'closure' as const, facility: one, day, from: '00:00', to: '24:00', tw, en })),
      ),
    {
      kind: 'closure',
      facility: facility('POOL'),
      day: addDays(today, 5),
      from: '00:00',
      to: '24:00',
      tw: '泳池定期換水清潔',
      en: 'Pool closed for cleaning',
    },
    {
      kind: 'block',
      facility: facility('BAD'),
      courtCode: 'B8',
      day: addDays(today, 3),
      from: '09:00',
      to: '17:00',
      tw: '地板保養',
      en: 'Floor maintenance',
    },
  ]
  for (const closing of closings) await close(trx, closing, staffId, now)
}

async function close(
  trx: Trx,
  { kind, facility, courtCode, day, from, to, tw, en }: Closing,
  staffId: string | null,
  now: Date,
): Promise<void> {
  const id = randomUUID()
  const period = { start: momentAt(day, minuteFrom(from)), end: momentAt(day, minuteFrom(to)) }
  const court = facility.courts.find(({ code }) => code === courtCode)
  const during = `[${period.start.toISOString()},${period.end.toISOString()})`
  const reasons = { reason_tw: tw, reason_en: en }
  await trx
    .insertInto('blocks')
    .values({ id, kind, facility_id: facility.id, court_id: court?.id ?? null, during, ...reasons, created_by: staffId, created_at: now })
    .execute()
  const spaces = [...new Set((court ? [court] : facility.courts).flatMap((one) => one.spaces))]
  const refused = await takeSpaces(
    trx,
    spaces.map((space) => ({ holder: id, space, period })),
    { kind, memberId: null, holdUntil: null },
    now,
  )
  if (refused.length > 0) throw new Error(`${facility.code} is taken on ${day}`)
}

import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { dayKinds } from '#modules/venues/rules.ts'

const facilities = [
  {
    id: 1,
    code: 'BAD',
    sport: 'badminton',
    name_tw: '羽球館',
    name_en: 'Badminton Hall',
    outdoor: false,
    drawing: 'badminton',
    colour: '#5f8f1f',
  },
  {
    id: 2,
    code: 'ARN',
    sport: 'basketball',
    name_tw: '綜合球場',
    name_en: 'Arena',
    outdoor: false,
    drawing: 'basketball',
    colour: '#b4541f',
  },
  {
    id: 3,
    code: 'TRK',
    sport: 'field',
    name_tw: '足球場',
    name_en: 'Field',
    outdoor: true,
    drawing: 'field',
    colour: '#2f6f4f',
  },
]

const everyDay = (opens: string, closes: string) => JSON.stringify([{ days: dayKinds, opens, closes }])
const timetables = [
  { facility_id: 1, slot_minutes: 60, hours: everyDay('06:00', '22:00') },
  { facility_id: 2, slot_minutes: 60, hours: everyDay('06:00', '22:00') },
  {
    facility_id: 3,
    slot_minutes: 240,
    hours: everyDay('08:00', '22:00'),
    sessions: ['08:00-12:00', '13:00-17:00', '18:00-22:00'],
  },
].map((one) => ({ ...one, valid_from: '2000-01-01' }))

const peak = JSON.stringify([
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '18:00', to: '22:00' },
  { days: ['sat', 'sun', 'holiday'], from: '12:00', to: '22:00' },
])
const priceLists = [{ facility_id: 1 }, { facility_id: 2 }, { facility_id: 3, deposit: 10_000, light_fee: 100, light_from: '18:00' }].map(
  (one) => ({ ...one, valid_from: '2000-01-01', peak }),
)

const courts = [
  ...Array.from({ length: 8 }, (_, n) => ({ id: n + 1, facility: 1, name: `羽球場 ${n + 1}`, spaces: [n + 1], price: [300, 500] })),
  { id: 10, facility: 2, name: '籃球全場', spaces: [10, 11], price: [1400, 1900] },
  { id: 11, facility: 2, name: '籃球半場 1', spaces: [10], price: [700, 950] },
  { id: 12, facility: 2, name: '籃球半場 2', spaces: [11], price: [700, 950] },
  { id: 20, facility: 3, name: '足球場', spaces: [20], price: [4000, 6000] },
]

/** Share of the price that an identity pays. */
const ratios = [
  [1, 1],
  [3, 0.5],
  [7, 0],
  [9, 0.9],
] as const

/** A badminton hall of eight courts, one basketball court (full or halves), and a field booked by sessions. */
export async function smallCentre(db: Db): Promise<void> {
  await db.insertInto('facilities').values(facilities).execute()
  // A space has the code of the court that is as small as it, as in every catalogue.
  const spaces = courts.flatMap(({ id, facility, spaces: [on, ...others] }) =>
    others.length > 0 ? [] : [{ id: on!, facility_id: facility, code: `C${id}` }],
  )
  await db.insertInto('spaces').values(spaces).execute()
  await db
    .insertInto('courts')
    .values(courts.map(({ id, facility, name }) => ({ id, facility_id: facility, code: `C${id}`, name_tw: name, name_en: `Court ${id}` })))
    .execute()
  await db
    .insertInto('court_spaces')
    .values(courts.flatMap(({ id, spaces: on }) => on.map((space) => ({ court_id: id, space_id: space }))))
    .execute()
  await db.insertInto('timetables').values(timetables).execute()
  const lists = await db.insertInto('price_lists').values(priceLists).returning(['id', 'facility_id']).execute()
  const listOf = new Map(lists.map(({ id, facility_id }) => [facility_id, id]))
  const prices = courts.flatMap(({ id, facility, price }) =>
    ratios.map(([identity, ratio]) => ({
      price_list_id: listOf.get(facility)!,
      court_id: id,
      identity_id: identity,
      off_peak: price[0]! * ratio,
      peak: price[1]! * ratio,
    })),
  )
  await db.insertInto('court_prices').values(prices).execute()
}

/** Members without sessions, made in one statement. */
export async function newMembers(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into members (id, account, email, email_confirmed_at, name, mobile, secret_hash, locale, identity_id)
    select gen_random_uuid(), 'racer' || n || '-' || substr(md5(random()::text), 1, 6), 'racer' || n || '-' || substr(md5(random()::text), 1, 6) || '@example.com', now(), 'Racer ' || n, '08' || lpad(n::text, 8, '0'), '', 'tw', 1
    from generate_series(1, ${count}::integer) as n returning id`.execute(db)
  return rows.map(({ id }) => id)
}

import type { Db } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { dayKinds } from '#modules/venues/rules.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { benchPeople } from './people.ts'

export const courts = 20
export const facilityId = 1
const firstDay = addDays(dayOf(new Date()), 1)
const slotsADay = 16

/** One hall of twenty courts, bookable for ten years and without quota, so that every booking of the bench is allowed. */
export async function benchCentre(db: Db): Promise<void> {
  await db
    .insertInto('facilities')
    .values({
      id: facilityId,
      code: 'BENCH',
      sport: 'badminton',
      name_tw: '羽球館',
      name_en: 'Badminton Hall',
      outdoor: false,
      drawing: 'badminton',
      colour: '#5f8f1f',
    })
    .execute()
  const ids = Array.from({ length: courts }, (_, n) => n + 1)
  await db
    .insertInto('spaces')
    .values(ids.map((id) => ({ id, facility_id: facilityId, code: `S${id}` })))
    .execute()
  await db
    .insertInto('courts')
    .values(ids.map((id) => ({ id, facility_id: facilityId, code: `B${id}`, name_tw: `羽球場 ${id}`, name_en: `Court ${id}` })))
    .execute()
  await db
    .insertInto('court_spaces')
    .values(ids.map((id) => ({ court_id: id, space_id: id })))
    .execute()
  const hours = JSON.stringify([{ days: dayKinds, opens: '06:00', closes: '22:00' }])
  await db.insertInto('timetables').values({ facility_id: facilityId, valid_from: '2000-01-01', slot_minutes: 60, hours }).execute()
  const peak = JSON.stringify([{ days: dayKinds, from: '18:00', to: '22:00' }])
  const list = await db
    .insertInto('price_lists')
    .values({ facility_id: facilityId, valid_from: '2000-01-01', peak })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('court_prices')
    .values(ids.map((id) => ({ price_list_id: list.id, court_id: id, identity_id: 1, off_peak: 300, peak: 500 })))
    .execute()
  await bookableAhead(db, 3650)
  // Before it is set up, a centre shows visitors one page only.
  await db.updateTable('centre').set({ set_up_at: new Date() }).execute()
}

/** How far ahead members may book: ten years where bookings are measured, the usual days where pages are. */
export async function bookableAhead(db: Db, daysAhead: number): Promise<void> {
  await writeSetting(db, 'booking', { daysAhead, minutesPerDayAndSport: 1e8, minutesPerWeek: 1e8 }, null, new Date())
}

/** The n-th of all periods: every court and hour of a day, then the next day. */
export function periodAt(n: number): { court: number; start: Date; end: Date } {
  const day = addDays(firstDay, Math.floor(n / (courts * slotsADay)))
  const within = n % (courts * slotsADay)
  const hour = 6 + Math.floor(within / courts)
  return { court: (within % courts) + 1, start: momentAt(day, hour * 60), end: momentAt(day, (hour + 1) * 60) }
}

export async function benchMembers(db: Db, count: number): Promise<string[]> {
  return (await benchPeople(db, count, 'bench', '09')).map(({ token }) => token)
}

export const benchDay = firstDay

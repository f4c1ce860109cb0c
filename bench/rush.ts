import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { addDays, dayOf, momentAt, timeFrom, weekdayOf } from '#lib/zone.ts'
import { courts, facilityId } from './centre.ts'
import type { Shot } from './load.ts'
import { benchPeople, chunks } from './people.ts'

const weeks = 13
/** Weekdays and evening hours that everybody wants, on every court: three hundred weekly periods. */
const weekdays = [1, 2, 3, 4, 5]
const hours = [18, 19, 20]
export const weeklyPeriods = courts * weekdays.length * hours.length

const tomorrow = addDays(dayOf(new Date()), 1)
/** The first Monday after tomorrow. */
const seasonFrom = addDays(tomorrow, (8 - weekdayOf(tomorrow)) % 7)
const seasonTo = addDays(seasonFrom, weeks * 7 - 1)

/** A round whose ordering has not opened yet. */
export async function openRound(db: Db, orderStart: Date): Promise<void> {
  await sql`
    with made as (
      insert into rounds (name_tw, name_en, season_from, season_to, view_start, order_start, ends, mode, periods_per_week, minutes_per_period, pay_days, document_kinds, created_at)
      values ('測試梯次', 'Bench round', ${seasonFrom}::date, ${seasonTo}::date, ${new Date(orderStart.getTime() - 3_600_000)}, ${orderStart}, ${new Date(orderStart.getTime() + 3_600_000)},
        'first-come', 2, 120, 7, '{}', now())
      returning id
    )
    insert into round_facilities (round_id, facility_id, opens, closes) select id, ${facilityId}, '06:00', '22:00' from made`.execute(db)
}

/** Approved communities, each with a session. */
export async function benchCommunities(db: Db, count: number, name: string): Promise<string[]> {
  const people = await benchPeople(db, count, name, name === 'warm' ? '081' : '080')
  for (const some of chunks(people))
    await db
      .insertInto('communities')
      .values(
        some.map(({ id }, n) => ({
          member_id: id,
          name: `Club ${n}`,
          registration_no: id,
          representative: `Club ${n}`,
          state: 'approved',
          submitted_at: new Date(),
        })),
      )
      .execute()
  return people.map(({ token }) => token)
}

/** Which court, weekday and hour the n-th client wants: all three hundred, again and again. */
function lineAt(n: number): { court: number; weekday: number; hour: number } {
  const period = n % weeklyPeriods
  return {
    court: (period % courts) + 1,
    weekday: weekdays[Math.floor(period / courts) % weekdays.length]!,
    hour: hours[Math.floor(period / (courts * weekdays.length))]!,
  }
}

/** One submission for each community: a weekly period for the whole season. */
export function* submissions(tokens: string[]): Generator<Shot> {
  for (const [n, token] of tokens.entries()) {
    const { court, weekday, hour } = lineAt(n)
    const line = {
      venue2ndId: court,
      start: timeFrom(hour * 60),
      end: timeFrom((hour + 1) * 60),
      weekly: { weekday, from: seasonFrom, to: seasonTo, except: [] },
    }
    yield {
      method: 'POST',
      path: '/api/PreOrder/Community',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({
        title: '每週練習',
        purpose: '',
        contactName: '聯絡人',
        contactPhone: '0912345678',
        headcount: 20,
        lines: [line],
        documents: [],
      }),
    }
  }
}

/** The same periods as bare rows. */
export function* bareLines(count: number): Generator<Shot> {
  for (let n = 0; n < count; n++) {
    const { court, weekday, hour } = lineAt(n)
    const days = Array.from({ length: weeks }, (_, week) => addDays(seasonFrom, week * 7 + weekday - 1))
    const body = {
      space: court,
      starts: days.map((day) => momentAt(day, hour * 60)),
      ends: days.map((day) => momentAt(day, (hour + 1) * 60)),
    }
    yield { method: 'POST', path: '/', body: JSON.stringify(body) }
  }
}

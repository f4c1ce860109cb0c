import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { addDays, dayOf, minuteFrom, momentAt, type Day } from '#lib/zone.ts'
import { takeSpaces } from '#modules/availability/store.ts'
import type { Catalogue, Facility } from '#modules/venues/rules.ts'

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

/** A closed day of the pool, and a court under repair; and two closings of the last weeks. */
export async function loadClosings(trx: Trx, catalogue: Catalogue, staffId: string | null, now: Date): Promise<void> {
  const today = dayOf(now)
  const facility = (code: string) => catalogue.facilities.find((one) => one.code === code)!
  const closings: Closing[] = [
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
    {
      kind: 'block',
      facility: facility('TEN'),
      courtCode: 'N2',
      day: addDays(today, -6),
      from: '08:00',
      to: '12:00',
      tw: '更換球網',
      en: 'New net',
    },
    {
      kind: 'closure',
      facility: facility('ARN'),
      day: addDays(today, -9),
      from: '06:00',
      to: '12:00',
      tw: '消防設備檢修',
      en: 'Fire safety inspection',
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

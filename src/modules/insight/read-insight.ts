import type { Db } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { spacesOf, type Catalogue, type Facility } from '#modules/venues/rules.ts'
import { bookableIn, type Bookable, type ClosedPeriod, type Offered, type RolledUp } from './bookable-rules.ts'
import { grainOf, type DaySpan, type Grain } from './rules.ts'
import {
  readClosed,
  readDemand,
  readFirstDay,
  readLogins,
  readMoney,
  readRatings,
  readRetired,
  readRolledUp,
  readUse,
  type Asked,
  type DemandRow,
  type LoginCount,
  type MoneyRows,
  type RatingRow,
  type RetiredRow,
  type UseRows,
} from './store.ts'

/** Rows of one period: of visits only for those who may see them. */
export type PeriodRows = {
  span: DaySpan
  money: MoneyRows
  visits: { use: UseRows; demand: DemandRow[]; ratings: RatingRow[]; logins: LoginCount[]; bookable: Map<number, Bookable> } | null
}

export type InsightRows = {
  catalogue: Catalogue
  facilities: Facility[]
  grain: Grain
  /** The centre's first day; null when nothing was booked yet. */
  firstDay: Day | null
  now: PeriodRows
  before: PeriodRows
}

export type InsightRequest = {
  span: DaySpan
  /** The period that stands beside it. */
  beside: DaySpan
  facility: Facility | undefined
  /** False: money only. */
  withVisits: boolean
}

/** Everything that is shown of a period, and of the one beside it. */
export async function readInsight({ db, catalogues }: { db: Db; catalogues: Catalogues }, asked: InsightRequest): Promise<InsightRows> {
  const { span, beside, facility, withVisits } = asked
  const catalogue = await catalogues.current()
  const [rolledUp, firstDay, retired] = await Promise.all([readRolledUp(db), readFirstDay(db), withVisits ? readRetired(db) : []])
  const facilities = facility ? [facility] : [...catalogue.facilityOf.values()]
  const grain = grainOf(span)
  const offered = { from: firstDay, until: retiredOn(retired) }
  const read = (one: DaySpan) =>
    readPeriod(db, { span: one, grain, facilityId: facility?.id }, rolledUp, withVisits && { catalogue, facilities, offered })
  const [now, before] = await Promise.all([read(span), read(beside)])
  return { catalogue, facilities, grain, firstDay, now, before }
}

type Floor = { catalogue: Catalogue; facilities: Facility[]; offered: Offered }

async function readPeriod(db: Db, asked: Asked, rolledUp: RolledUp, floor: Floor | false): Promise<PeriodRows> {
  const { span } = asked
  if (!floor) return { span, money: await readMoney(db, asked, rolledUp), visits: null }
  const [money, use, demand, ratings, logins, closed] = await Promise.all([
    readMoney(db, asked, rolledUp),
    readUse(db, asked, rolledUp),
    readDemand(db, asked, rolledUp),
    readRatings(db, asked),
    // A login is of no facility.
    asked.facilityId === undefined ? readLogins(db, span) : [],
    readClosed(db, span),
  ])
  const { catalogue, facilities, offered } = floor
  const periods = closed.map(({ facilityId, courtId, start, end }): ClosedPeriod => {
    const spaces = courtId === null ? spacesIn(catalogue, facilityId) : (catalogue.courtOf.get(courtId)?.court.spaces ?? [])
    return { facilityId, spaces, period: { start, end } }
  })
  const bookable = new Map(facilities.map((one) => [one.id, bookableIn(one, span, catalogue.holidays, periods, offered)]))
  return { span, money, visits: { use, demand, ratings, logins, bookable } }
}

const spacesIn = ({ facilityOf }: Catalogue, id: number): number[] => {
  const facility = facilityOf.get(id)
  return facility ? spacesOf(facility) : []
}

function retiredOn(rows: RetiredRow[]): Offered['until'] {
  const of = (wanted: 'facility' | 'court'): Map<number, Day> =>
    new Map(rows.filter(({ kind }) => kind === wanted).map(({ id, day }) => [id, day]))
  return { facilities: of('facility'), courts: of('court') }
}

import type { Db } from '#db/connect.ts'
import { overlaps } from '#lib/period.ts'
import type { Day } from '#lib/zone.ts'
import { readCourts } from '#modules/availability/read-courts.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { readIdentityName } from './read-store.ts'
import {
  alternativesTo,
  clashingItems,
  deskUntil,
  deskWindow,
  mondayOf,
  penaltiesOf,
  quoteItem,
  type ItemProblem,
  type ItemRequest,
  type Penalties,
  type QuotedItem,
} from './rules.ts'
import { readBookedMinutes, readOpenDeskOrders, readOverQuota, readSuspendedUntil, type OverQuota } from './store.ts'

export type Checking = {
  items: ItemRequest[]
  memberId: string | null
  identityId: number
  /** For staff: no limit of days ahead. */
  atDesk?: boolean
}
export type CheckedItem = ItemRequest & { quoted: QuotedItem | undefined; problems: ItemProblem[]; alternatives: QuotedItem[] }
export type WeekQuota = { week: Day; minutes: number; allowed: number }
export type CheckedOrder = {
  items: CheckedItem[]
  overQuota: OverQuota | null
  suspendedUntil: Date | null
  amount: number
  identity: { tw: string; en: string }
  quota: WeekQuota[] | null
  payMinutes: number
  /** How many days before the first period numbers are given to pay by. */
  numberDaysAhead: number
  /** Where the desk takes payments of members for these items: until when, and how many such orders are open and allowed. */
  desk: { until: Date; open: number; allowed: number } | null
  penalties: Penalties
}

/** Dry run of placing an order: prices and all problems at once. Holds nothing. */
export async function checkOrder(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  checking: Checking,
  now: Date,
): Promise<CheckedOrder> {
  const { catalogue, occupied, items } = await quoteAgainstOccupancy(db, catalogues, checking, now)
  const clashing = clashingItems(catalogue, checking.items)
  const checked = items.map(({ item, quoted, problem }, n): CheckedItem => {
    const conflict = quoted && conflictOf(quoted, occupied, checking.memberId)
    const problems = [problem, conflict, clashing.includes(n) ? ({ code: 'items_overlap' } as const) : undefined].filter(
      (one) => one !== undefined,
    )
    const lost = quoted !== undefined && conflict !== undefined && conflict.code !== 'period_yours'
    return {
      ...item,
      quoted,
      problems,
      alternatives: lost
        ? alternativesTo(catalogue, quoted, { items: checking.items, occupied, identityId: checking.identityId }, now)
        : [],
    }
  })
  const good = checked.flatMap(({ quoted, problems }) => (quoted && problems.length === 0 ? [quoted] : []))
  const { booking } = catalogue
  const limits = { perDayAndSport: booking.minutesPerDayAndSport, perWeek: booking.minutesPerWeek }
  const counting = good.filter(({ counts }) => counts)
  return {
    items: checked,
    overQuota:
      checking.memberId === null || counting.length === 0 ? null : await readOverQuota(db, checking.memberId, counting, limits, now),
    suspendedUntil: checking.memberId === null ? null : await readSuspendedUntil(db, checking.memberId, now),
    amount: good.reduce((sum, { total }) => sum + total, 0),
    identity: await readIdentityName(db, checking.identityId),
    quota: checking.memberId === null ? null : await weeksOf(db, checking.memberId, counting, limits.perWeek, now),
    payMinutes: booking.payMinutes,
    numberDaysAhead: booking.numberDaysAhead,
    desk: good.length === 0 ? null : await deskWay(db, checking.memberId, good, booking, now),
    penalties: penaltiesOf(await readLimits(db)),
  }
}

async function deskWay(
  db: Db,
  memberId: string | null,
  items: ItemRequest[],
  booking: Catalogue['booking'],
  now: Date,
): Promise<CheckedOrder['desk']> {
  const until = deskUntil(items, booking, now)
  if (until === null) return null
  return { until, open: memberId === null ? 0 : await readOpenDeskOrders(db, memberId, now), allowed: booking.openDeskOrders }
}

type Quote = { item: ItemRequest; quoted: QuotedItem | undefined; problem: ItemProblem | undefined }

/** Prices and occupancy of the same moment: prices come from the catalogue version that was current when occupancy was read. */
async function quoteAgainstOccupancy(
  db: Db,
  catalogues: Catalogues,
  { items, identityId, atDesk }: Checking,
  now: Date,
): Promise<{ catalogue: Catalogue; occupied: Occupied[]; items: Quote[] }> {
  const quoteAll = (catalogue: Catalogue) =>
    items.map((item): Quote => {
      const quote = quoteItem(catalogue, item, identityId, atDesk ? deskWindow : catalogue.booking, now)
      return { item, quoted: 'quoted' in quote ? quote.quoted : undefined, problem: 'problem' in quote ? quote.problem : undefined }
    })
  const quotes = quoteAll(await catalogues.current())
  const days = quotes.flatMap(({ quoted }) => (quoted ? [quoted.day] : [])).toSorted()
  if (days.length === 0) return { catalogue: await catalogues.current(), occupied: [], items: quotes }
  const read = await readCourts(db, catalogues, (catalogue) => facilitiesOf(catalogue, items), days, now)
  return { catalogue: read!.catalogue, occupied: read!.occupied, items: quoteAll(read!.catalogue) }
}

export function facilitiesOf(catalogue: Catalogue, items: ItemRequest[]): { facility: Facility; courts: Court[] }[] {
  const facilities = new Set(items.flatMap(({ courtId }) => catalogue.courtOf.get(courtId)?.facility ?? []))
  return [...facilities].map((facility) => ({ facility, courts: facility.courts }))
}

export function conflictOf({ court, period }: QuotedItem, occupied: Occupied[], memberId: string | null): ItemProblem | undefined {
  const others = occupied.filter((one) => court.spaces.includes(one.spaceId) && overlaps(one, period))
  if (others.length === 0) return undefined
  if (others.some(({ kind }) => kind === 'block' || kind === 'closure')) return { code: 'period_closed' }
  return { code: memberId !== null && others.every((one) => one.memberId === memberId) ? 'period_yours' : 'period_taken' }
}

async function weeksOf(db: Db, memberId: string, wanted: QuotedItem[], allowed: number, now: Date): Promise<WeekQuota[]> {
  const mondays = [...new Set(wanted.map(({ day }) => mondayOf(day)))].toSorted()
  if (mondays.length === 0) return []
  const wantedIn = (week: Day) => wanted.reduce((sum, item) => sum + (mondayOf(item.day) === week ? item.minutes : 0), 0)
  const booked = await readBookedMinutes(
    db,
    memberId,
    mondays.map((day) => ({ limit: 'week', day })),
    now,
  )
  return mondays.map((week, n) => ({ week, minutes: booked[n]! + wantedIn(week), allowed }))
}

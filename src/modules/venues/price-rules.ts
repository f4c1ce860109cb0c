import type { Period } from '#lib/period.ts'
import type { Day } from '#lib/zone.ts'
import { slotsIn, weekdayKind } from './hours-rules.ts'
import {
  generalPublic,
  type Catalogue,
  type Court,
  type CourtPrices,
  type DayKind,
  type Facility,
  type Holidays,
  type LevelHours,
  type PriceLevel,
  type PriceList,
  type Words,
} from './rules.ts'

/** What a period costs: by the price list that holds on its day. A booking keeps the price that it was made at. */
type Priced = Pick<Facility, 'priceLists'>

/** The price list of a day: the latest that has begun; undefined before the first. */
export const priceListOn = ({ priceLists }: Priced, day: Day): PriceList | undefined => priceLists.findLast(({ from }) => from <= day)

/** The price list to show on a day: before the first has begun, that first one. */
export const priceListToShow = (facility: Priced, day: Day): PriceList | undefined => priceListOn(facility, day) ?? facility.priceLists[0]

/** Lists that begin after this day, besides the one that is shown on it. */
export const comingPriceLists = (facility: Priced, day: Day): PriceList[] =>
  facility.priceLists.filter((list) => list.from > day && list !== priceListToShow(facility, day))

/** The level of an hour: the last that names it, else the first. A holiday has the hours of holidays alone, whatever its weekday. */
export function levelOf({ levels }: Pick<PriceList, 'levels'>, day: Day, minute: number, holidays: Holidays): number {
  const kind = holidays.has(day) ? 'holiday' : weekdayKind(day)
  return Math.max(
    0,
    levels.findLastIndex(({ hours }) => hours.some(({ days, from, to }) => days.includes(kind) && minute >= from && minute < to)),
  )
}

/** The hours that are left to a level where later ones name some of them too. */
export function hoursLeft(levels: readonly PriceLevel[], level: number): LevelHours[] {
  const later = levels.slice(level + 1).flatMap(({ hours }) => hours)
  return levels[level]!.hours.flatMap((entry) => {
    const left = entry.days.map((day) => ({ day, spans: leftOn(day, entry, later) }))
    const alike = Map.groupBy(left, ({ spans }) => JSON.stringify(spans))
    return [...alike.values()].flatMap((group) => group[0]!.spans.map((span) => ({ days: group.map(({ day }) => day), ...span })))
  })
}

type Span = { from: number; to: number }

const leftOn = (day: DayKind, { from, to }: Span, later: readonly LevelHours[]): Span[] =>
  later
    .filter(({ days }) => days.includes(day))
    .reduce<Span[]>(
      (spans, taken) =>
        spans.flatMap((span) =>
          taken.to <= span.from || span.to <= taken.from
            ? [span]
            : [
                { from: span.from, to: taken.from },
                { from: taken.to, to: span.to },
              ].filter((part) => part.from < part.to),
        ),
      [{ from, to }],
    )

export type Price = { price: number; lightFee: number; deposit: number }

/** What a slot's time decides about its price, the same for all courts of a facility. */
export type Tariff = { list: PriceList; level: number; lightFee: number }

/** Undefined on days without a price list: nothing can be booked then. */
export function tariffOf(facility: Priced, day: Day, slot: { start: number }, holidays: Holidays): Tariff | undefined {
  const list = priceListOn(facility, day)
  if (!list) return undefined
  const isLit = list.lightFrom !== null && slot.start >= list.lightFrom
  return { list, level: levelOf(list, day, slot.start, holidays), lightFee: isLit ? list.lightFee : 0 }
}

/** Prices of a court in a list, by identity; an identity without a price of its own pays as general public. */
const pricesFor = (list: PriceList, courtId: number, identityId: number) =>
  list.prices[courtId]?.[identityId] ?? list.prices[courtId]?.[generalPublic]

/** The price of one slot, without the deposit, which is for the whole period. Undefined when the list has none for the court. */
export function slotPrice(
  court: Pick<Court, 'id'>,
  { list, level, lightFee }: Tariff,
  identityId: number,
): { price: number; lightFee: number } | undefined {
  const price = pricesFor(list, court.id, identityId)?.[level]
  return price === undefined ? undefined : { price, lightFee }
}

/** Undefined when the period is not made of whole slots, or has no price. */
export function priceOf(
  { courtOf, holidays }: Pick<Catalogue, 'courtOf' | 'holidays'>,
  courtId: number,
  period: Period,
  identityId: number,
): Price | undefined {
  const found = courtOf.get(courtId)
  const whole = found && slotsIn(found.facility, period, holidays)
  const list = whole && priceListOn(found.facility, whole.day)
  if (!list) return undefined
  let [price, light] = [0, 0]
  for (const slot of whole.slots) {
    const one = slotPrice(found.court, tariffOf(found.facility, whole.day, slot, holidays)!, identityId)
    if (!one) return undefined
    price += one.price
    light += one.lightFee
  }
  // A free court is free of light fee and deposit too.
  return price === 0 ? { price: 0, lightFee: 0, deposit: 0 } : { price, lightFee: light, deposit: list.deposit }
}

/** Courts that cost the same, with what each identity pays for a slot. */
export function feesOf({ courts }: Pick<Facility, 'courts'>, list: PriceList): { courts: Court[]; prices: CourtPrices }[] {
  const priced = courts.filter(({ id }) => list.prices[id])
  const alike = Map.groupBy(priced, ({ id }) => JSON.stringify(list.prices[id]))
  return [...alike.values()].map((some) => ({ courts: some, prices: list.prices[some[0]!.id]! }))
}

/** The least and the most that one slot costs on this day; zeros where nothing has a price. */
export function priceRange(facility: Priced, courts: Pick<Court, 'id'>[], identityId: number, day: Day): { from: number; to: number } {
  const list = priceListToShow(facility, day)
  const prices = list ? courts.flatMap(({ id }) => pricesFor(list, id, identityId) ?? []) : []
  return prices.length === 0 ? { from: 0, to: 0 } : { from: Math.min(...prices), to: Math.max(...prices) }
}

export const mostLevels = 6

/** The levels of most lists, and of those that were written before a list could have others. */
export const usualLevels = <T>(peak: T[]): { name: Words; hours: T[] }[] => [
  { name: { tw: '離峰', en: 'Off-peak' }, hours: [] },
  { name: { tw: '尖峰', en: 'Peak' }, hours: peak },
]

export const areUsualLevels = (levels: readonly { name: Words }[]): boolean => {
  const names = (some: readonly { name: Words }[]) => some.map(({ name }) => `${name.tw} ${name.en}`).join()
  return names(levels) === names(usualLevels([]))
}

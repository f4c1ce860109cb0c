import type { DbOrTrx } from '#db/connect.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { PayableOrder, PayableOrders } from './payable-orders.ts'
import type { OpenProvider } from './provider.ts'
import type { Providers } from './providers.ts'
import { addDays, dayOf, daysBetween } from '#lib/zone.ts'
import { isByNumber, numberUntil, offerOf, type PayWay } from './way-rules.ts'

/** A way by which an order can be paid. `numberDays`: for how many days a number would be valid, of ways that are paid by one. */
export type WayOffer = { way: PayWay; provider: OpenProvider; numberDays: number | undefined }

type ToPay = Pick<PayableOrder, 'amount' | 'placedAt' | 'firstDay'>

/** The ways by which something can be paid at this moment; the one that was used last comes first. */
export const offersFor = (
  serving: Providers['serving'],
  order: ToPay,
  { numberDaysAhead, last }: { numberDaysAhead: number; last: PayWay | undefined },
  now: Date,
): WayOffer[] =>
  [...serving]
    .flatMap(([way, provider]): WayOffer[] => {
      const offer = offerOf(way, provider.ways[way]!, order, numberDaysAhead, now)
      return offer ? [{ ...offer, provider }] : []
    })
    .toSorted((a, b) => Number(b.way === last) - Number(a.way === last))

/** Ways with a number that are not offered only because the first period is too near, by how many days before it they are. */
export function tooNearFor(
  serving: Providers['serving'],
  order: ToPay,
  numberDaysAhead: number,
  now: Date,
): { days: number; ways: PayWay[] }[] {
  const { firstDay } = order
  if (firstDay === null) return []
  const missing = [...serving].flatMap(([way, provider]) => {
    if (!isByNumber(way) || offerOf(way, provider.ways[way]!, order, numberDaysAhead, now)) return []
    const offered = (days: number) =>
      offerOf(way, provider.ways[way]!, { ...order, placedAt: now, firstDay: addDays(dayOf(now), days) }, numberDaysAhead, now)
    const days = range(longestAhead).find(offered)
    return days === undefined || daysBetween(dayOf(now), firstDay) >= days ? [] : [{ way, days }]
  })
  return [...Map.groupBy(missing, ({ days }) => days)].map(([days, ways]) => ({ days, ways: ways.map(({ way }) => way) }))
}

/** Nobody sets more days than that. */
const longestAhead = 60
const range = (length: number) => Array.from({ length }, (_, n) => n)

/** Whether an order that is placed at this moment can be paid online by any way. */
export type CanPayOnline = (order: Pick<PayableOrder, 'amount' | 'firstDay'>, numberDaysAhead: number, placedAt: Date) => boolean

export const openCanPayOnline =
  ({ serving }: Pick<Providers, 'serving'>): CanPayOnline =>
  (order, numberDaysAhead, placedAt) =>
    offersFor(serving, { ...order, placedAt }, { numberDaysAhead, last: undefined }, placedAt).length > 0

/** Whether what falls due at this moment can be paid at all: online, or at the desk where the centre takes its members' money there. */
export function howPayable(
  canPayOnline: CanPayOnline,
  due: Pick<PayableOrder, 'amount' | 'firstDay'>,
  { numberDaysAhead, payAtDesk }: { numberDaysAhead: number; payAtDesk: boolean },
  now: Date,
): 'online' | 'at-desk' | undefined {
  if (due.amount === 0 || canPayOnline(due, numberDaysAhead, now)) return 'online'
  return payAtDesk ? 'at-desk' : undefined
}

/** A top-up is paid online within minutes, so by none of the ways with a number. */
export const canPayTopUp = (
  canPayOnline: CanPayOnline,
  amount: number,
  { numberDaysAhead }: { numberDaysAhead: number },
  now: Date,
): boolean => canPayOnline({ amount, firstDay: null }, numberDaysAhead, now)

/** The ways of paying an order: the one by which its member paid last comes first. */
export async function readOffers(
  { db, providers, orders }: { db: DbOrTrx; providers: Pick<Providers, 'serving'>; orders: Pick<PayableOrders, 'lastWay'> },
  order: ToPay & Pick<PayableOrder, 'memberId'>,
  now: Date,
): Promise<WayOffer[]> {
  const { booking } = await readLimits(db)
  const last = await orders.lastWay(db, order.memberId)
  return offersFor(providers.serving, order, { numberDaysAhead: booking.numberDaysAhead, last }, now)
}

export const presentOffer = ({ way, numberDays }: WayOffer, now: Date) => ({
  way,
  numberUntil: numberDays === undefined ? null : numberUntil(way, numberDays, now).toISOString(),
})

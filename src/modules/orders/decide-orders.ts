import type { Db } from '#db/connect.ts'
import { insertOrders, readLate, type NewOrder, type Placing } from './store.ts'

/**
 * Decides orders that came at the same moment, at most one of a member. When several want the same period, a plain read comes first:
 * who is late is refused without a lock, a write or a commit. Of the others that want the same, the first goes ahead, and the rest is
 * submitted again: by then the period is visibly taken. An order is held back once (`insists`).
 */
export async function decideOrders(db: Db, orders: NewOrder[]): Promise<Placing[]> {
  if (!wantTheSame(orders)) return insertOrders(db, orders)
  const late = await findLate(db, orders)
  const ahead = goingAhead(orders.filter((order) => !late.has(order)))
  const outcomes = ahead.length === 0 ? [] : await insertOrders(db, ahead)
  const decided = new Map([...late, ...ahead.map((order, n) => [order, outcomes[n]!] as const)])
  return orders.map((order) => decided.get(order) ?? { refused: 'undecided' })
}

type Item = NewOrder['items'][number]

const placeOf = ({ courtId, period }: Item): string => `${courtId} ${period.start.getTime()} ${period.end.getTime()}`

function wantTheSame(orders: NewOrder[]): boolean {
  if (orders.length === 1) return false
  const items = orders.flatMap((order) => order.items)
  return new Set(items.map(placeOf)).size < items.length
}

/** Orders whose periods somebody holds, with the refusal. Not those about which place_orders has something else to say. */
async function findLate(db: Db, orders: NewOrder[]): Promise<Map<NewOrder, Placing>> {
  const places = new Map(orders.flatMap(({ items }) => items.map((item) => [placeOf(item), item] as const)))
  const { taken, others, catalogueVersion } = await readLate(db, [...places.values()], orders)
  const held = new Set([...places.keys()].filter((_, n) => taken.has(n)))
  if (held.size === 0) return new Map()
  return new Map(
    orders.flatMap((order, n): [NewOrder, Placing][] => {
      const isSeen = order.seenAmount === null || order.seenAmount === order.amount
      if (others.has(n) || !isSeen || order.catalogueVersion !== catalogueVersion) return []
      const lost = order.items.filter((item) => held.has(placeOf(item)))
      return lost.length === 0 ? [] : [[order, { refused: 'period_taken', items: lost.map(({ id }) => id) }]]
    }),
  )
}

/** In the order of arrival, those that have waited first: each order whose periods no other before it wants. */
function goingAhead(orders: NewOrder[]): NewOrder[] {
  const claimed = new Set<string>()
  return orders
    .toSorted((a, b) => Number(b.insists) - Number(a.insists))
    .filter(({ items, insists }) => {
      const places = items.map(placeOf)
      if (!insists && places.some((place) => claimed.has(place))) return false
      for (const place of places) claimed.add(place)
      return true
    })
}

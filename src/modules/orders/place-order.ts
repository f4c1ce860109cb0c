import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { isConnectionLoss } from '#db/unavailable.ts'
import { batchCalls } from '#lib/batch-calls.ts'
import { fewRandomBytes } from '#lib/random-bytes.ts'
import { requestHash } from '#lib/request-hash.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { CanPayOnline } from '#modules/payments/offered-ways.ts'
import { courtLabel } from '#modules/venues/court-label.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import {
  clashingItems,
  deskUntil,
  deskWindow,
  orderNumber,
  payAtDeskBefore,
  payBefore,
  quoteItem,
  type ItemProblem,
  type ItemRequest,
  type OrderState,
  type QuotedItem,
} from './rules.ts'
import { decideOrders } from './decide-orders.ts'
import { findByKey, insertOrders, type KeyedOrder, type NewOrder, type OverQuota, type Placing } from './store.ts'

export type WayToPay = 'online' | 'desk'

export type OrderRequest = {
  memberId: string
  identityId: number
  items: ItemRequest[]
  contactName: string
  contactPhone: string
  remark: string
  idempotencyKey: string
  /** The total that the member saw: the order is refused when it is another one now. */
  seenAmount?: number | undefined
  /** Set when staff place the order for a member: no quota, any day ahead, longer to pay. */
  placedBy?: string
  /** Set when its member is to pay: what cannot be paid is refused, because it would lapse. Without a `way`, online if that is possible. */
  pays?: { canPayOnline: CanPayOnline; way?: WayToPay | undefined }
  /** Set for an offer of the waiting list, which has its own time to pay and is never accepted for its member, even if it costs nothing. */
  offer?: { payMinutes: number }
  /** Set for an order that is paid at the desk: until its first period starts, or until an earlier moment. */
  payAtDesk?: { until?: Date | undefined } | undefined
}

export type PlacedOrder = {
  orderNo: string
  state: OrderState
  amount: number
  payBefore: Date | null
  again: boolean
  facilityIds: number[]
}

/** `items` are indexes into the request's items. */
export type OrderRefusal =
  | { code: 'items_refused'; items: (ItemProblem & { item: number })[] }
  | { code: 'period_taken'; items: number[] }
  | { code: 'over_quota'; over: OverQuota }
  | { code: 'suspended'; until: Date }
  | { code: 'price_changed'; amount: number; seenAmount: number }
  | { code: 'idempotency_key_reused' }
  | { code: 'no_such_member' }
  | { code: 'cannot_be_paid' }
  | { code: 'cannot_pay_at_desk' }
  | { code: 'desk_orders_open'; open: number; allowed: number }

export type PlaceOrderDeps = {
  catalogues: Catalogues
  insertOrder(order: NewOrder): Promise<Placing>
  /** An order that staff place, with its entry in the audit log. */
  insertAudited(order: NewOrder, audit: Audit): Promise<Placing>
  /** The order that a request with this idempotency key has made before. */
  findByKey(memberId: string, idempotencyKey: string): Promise<KeyedOrder | undefined>
}

/** Batches concurrent orders into one statement: one round trip and one commit for many. */
export const openPlacing = (db: Db, catalogues: Catalogues): PlaceOrderDeps => ({
  catalogues,
  insertOrder: batchCalls({
    work: (orders: NewOrder[]) => decideOrders(db, orders),
    atOnce: 2,
    atMost: 100,
    keyOf: ({ memberId }) => memberId,
    failsAll: isConnectionLoss,
  }),
  insertAudited: (order, audit) =>
    db.transaction().execute(async (trx) => {
      const [placed] = await insertOrders(trx, [order])
      if ('again' in placed! && !placed.again) await audit(trx, placedEntry(order, await catalogues.current()))
      return placed!
    }),
  findByKey: (memberId, key) => findByKey(db, memberId, key),
})

/** The audit log's entry of an order that staff place. */
export const placedEntry = ({ orderNo, memberId, amount, items }: NewOrder, { courtOf }: Catalogue) => ({
  action: 'order.placed',
  subject: { kind: 'order', id: orderNo },
  after: {
    member: memberId,
    amount,
    items: items.map(({ courtId, facility, period }) => ({ court: courtLabel(facility, courtOf.get(courtId)!.court), ...period })),
  },
})

/** Checks prices and rules first; quota and spaces are decided inside one SQL statement, where concurrent orders compete. */
export async function placeOrder(
  deps: PlaceOrderDeps,
  request: OrderRequest,
  now: Date,
  audit?: Audit,
): Promise<Result<PlacedOrder, OrderRefusal>> {
  const { catalogues, insertOrder, insertAudited } = deps
  let catalogue = await catalogues.current()
  let order: NewOrder | undefined
  for (let tries = 1; ; tries++) {
    if (order?.catalogueVersion !== catalogue.version) {
      const prepared = prepareOrder(catalogue, request, now)
      if (!prepared.ok) {
        const { version } = catalogue
        catalogue = await catalogues.newerThan(version)
        // The copy may be older than the hours, courts and rules in force: nothing is refused by it.
        if (catalogue.version !== version) continue
        return answerAgain(deps, request, prepared)
      }
      order = prepared.value
    } else order = { ...order, insists: true }
    const placed = await (audit ? insertAudited(order, audit) : insertOrder(order))
    if ('again' in placed) return ok(placedOrder(placed, order))
    if (placed.refused === 'period_taken') return refuse({ code: 'period_taken', items: indexesOf(order.items, placed.items) })
    if (placed.refused === 'over_quota') return refuse({ code: 'over_quota', over: placed.over })
    if (placed.refused === 'suspended') return refuse({ code: 'suspended', until: new Date(placed.until) })
    if (placed.refused === 'desk_orders_open') return refuse({ code: 'desk_orders_open', open: placed.open, allowed: placed.allowed })
    if (placed.refused === 'price_changed') return refuse({ code: 'price_changed', amount: placed.amount, seenAmount: request.seenAmount! })
    if (placed.refused === 'key_reused') return refuse({ code: 'idempotency_key_reused' })
    if (placed.refused === 'no_such_member') return refuse({ code: 'no_such_member' })
    if (tries === triesAtMost) throw new Error(`an order stays ${placed.refused}`)
    if (placed.refused === 'stale_catalogue') catalogue = await catalogues.newerThan(catalogue.version)
  }
}

/**
 * What the clock or the catalogue forbids by now may have been ordered by the same request before: then it is answered as the first
 * time. The statement that decides knows the key itself, so only refusals that come before it have to look.
 */
async function answerAgain(
  deps: PlaceOrderDeps,
  request: OrderRequest,
  refused: { ok: false; refusal: OrderRefusal },
): Promise<Result<PlacedOrder, OrderRefusal>> {
  const known = await deps.findByKey(request.memberId, request.idempotencyKey)
  if (!known) return refused
  const { requestHash: hash, ...order } = known
  return hash === hashOf(request) ? ok({ ...order, again: true, facilityIds: [] }) : refuse({ code: 'idempotency_key_reused' })
}

const placedOrder = (placed: Extract<Placing, { again: boolean }>, { items }: NewOrder): PlacedOrder => ({
  ...placed,
  payBefore: placed.payBefore === null ? null : new Date(placed.payBefore),
  facilityIds: [...new Set(items.map(({ facility }) => facility.id))],
})

const indexesOf = (items: NewOrder['items'], ids: readonly string[]): number[] =>
  items.flatMap(({ id }, n) => (ids.includes(id) ? [n] : []))

/** So many retries in a row, because of new catalogue versions or conflicts within a batch, are a bug. */
const triesAtMost = 10

function priceItems(catalogue: Catalogue, { items, identityId, placedBy }: OrderRequest, now: Date): Result<QuotedItem[], OrderRefusal> {
  const window = placedBy === undefined ? catalogue.booking : deskWindow
  const quotes = items.map((item) => quoteItem(catalogue, item, identityId, window, now))
  const clashes = clashingItems(catalogue, items).map((item) => ({ code: 'items_overlap' as const, item }))
  const problems = [...quotes.flatMap((quote, item) => ('problem' in quote ? [{ ...quote.problem, item }] : [])), ...clashes]
  if (problems.length > 0) return refuse({ code: 'items_refused', items: problems })
  return ok(quotes.map((quote) => (quote as { quoted: QuotedItem }).quoted))
}

/** The request with the way in which its member will pay, as far as the centre allows it. */
function settlePayment(
  request: OrderRequest,
  items: QuotedItem[],
  booking: Catalogue['booking'],
  now: Date,
): Result<OrderRequest, OrderRefusal> {
  const amount = amountOf(items)
  if (!request.pays || amount === 0) return ok(request)
  const firstDay = items.map(({ day }) => day).toSorted()[0] ?? null
  const isPayableOnline = request.pays.canPayOnline({ amount, firstDay }, booking.numberDaysAhead, now)
  const { way = isPayableOnline ? 'online' : 'desk' } = request.pays
  if (way === 'online') return isPayableOnline ? ok(request) : refuse({ code: 'cannot_be_paid' })
  const until = deskUntil(items, booking, now)
  if (until) return ok({ ...request, payAtDesk: { until } })
  return refuse({ code: isPayableOnline ? 'cannot_pay_at_desk' : 'cannot_be_paid' })
}

const amountOf = (items: readonly QuotedItem[]): number => items.reduce((sum, { total }) => sum + total, 0)

function prepareOrder(catalogue: Catalogue, request: OrderRequest, now: Date): Result<NewOrder, OrderRefusal> {
  const priced = priceItems(catalogue, request, now)
  if (!priced.ok) return priced
  const settled = settlePayment(request, priced.value, catalogue.booking, now)
  return settled.ok ? ok(newOrder(settled.value, priced.value, catalogue, now)) : settled
}

function newOrder(request: OrderRequest, items: QuotedItem[], { version, booking }: Catalogue, now: Date): NewOrder {
  const amount = amountOf(items)
  // An order that costs nothing is confirmed at once.
  const isConfirmed = amount === 0 && !request.offer
  return {
    id: randomUUID(),
    orderNo: orderNumber(now, fewRandomBytes(7)),
    memberId: request.memberId,
    identityId: request.identityId,
    state: isConfirmed ? ('confirmed' as const) : ('awaiting-payment' as const),
    amount,
    seenAmount: request.seenAmount ?? null,
    payBefore: isConfirmed ? null : deadlineOf(request, booking, now),
    contactName: request.contactName,
    contactPhone: request.contactPhone,
    remark: request.remark,
    idempotencyKey: request.idempotencyKey,
    requestHash: hashOf(request),
    placedBy: request.placedBy ?? null,
    fromWaitingList: request.offer !== undefined,
    payAtDesk: !isConfirmed && request.payAtDesk !== undefined,
    items: items.map((item) => ({ ...item, id: randomUUID() })),
    catalogueVersion: version,
    quota: request.placedBy === undefined ? { perDayAndSport: booking.minutesPerDayAndSport, perWeek: booking.minutesPerWeek } : null,
    openDeskOrders: request.pays && request.payAtDesk ? booking.openDeskOrders : null,
    insists: false,
    now,
  }
}

function deadlineOf({ items, offer, placedBy, payAtDesk }: OrderRequest, booking: Catalogue['booking'], now: Date): Date {
  if (payAtDesk) return payAtDeskBefore(items, payAtDesk.until, now)
  return payBefore(items, offer?.payMinutes ?? (placedBy === undefined ? booking.payMinutes : booking.deskPayMinutes), now)
}

const hashOf = ({ items, contactName, contactPhone, remark, pays }: OrderRequest): string =>
  requestHash([
    items.map(({ courtId, period }) => [courtId, period.start.getTime(), period.end.getTime()]),
    contactName,
    contactPhone,
    remark,
    ...(pays?.way ? [pays.way] : []),
  ])

import type { Audit } from '#http/audit.ts'
import { reply, type Caller } from '#http/call.ts'
import type { NameDeed } from '#http/club-deeds.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Db } from '#db/connect.ts'
import { refuse } from '#lib/result.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import type { After } from '#modules/after.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { z } from 'zod'
import type { OrderKinds } from './order-kinds.ts'
import { placeOrder, type OrderRefusal, type OrderRequest, type PlaceOrderDeps } from './place-order.ts'
import { stateNow, type ItemRequest } from './rules.ts'
import type { ItemBody, PlaceBody } from './wire.ts'
import type { CanPayOnline } from '#modules/payments/offered-ways.ts'
import type { Providers } from '#modules/payments/providers.ts'
import { refusalInWords } from './texts.ts'

export type OrdersDeps = Pick<After, 'bookingsChanged' | 'moneyOwed'> & {
  orderKinds: OrderKinds
  db: Db
  catalogues: Catalogues
  placing: PlaceOrderDeps
  canPayOnline: CanPayOnline
  providers: Pick<Providers, 'serving'>
  /** Counts what a member wanted and somebody else has: these items. */
  onTaken?(items: ItemRequest[], address: string, now: Date): void
  /** Makes signed links to an order, for mails and calendars. */
  orderLink(orderNo: string): string
}

export const placeStatus = {
  ...keyStatus,
  items_refused: 422,
  period_taken: 409,
  over_quota: 422,
  suspended: 403,
  price_changed: 409,
  no_such_member: 404,
  cannot_be_paid: 409,
  cannot_pay_at_desk: 409,
  desk_orders_open: 409,
} as const satisfies StatusOf<OrderRefusal>

type Worded = { code: keyof typeof placeStatus }
type Who = Pick<OrderRequest, 'memberId' | 'identityId' | 'placedBy'>

export const itemRequests = (items: ItemBody[]): ItemRequest[] =>
  items.map(({ venue2ndId, start, end }) => ({ courtId: venue2ndId, period: { start, end } }))

/** Days on which something is booked, each once. */
export const daysOf = (items: readonly ItemRequest[]): Day[] => [...new Set(items.map(({ period }) => dayOf(period.start)))]

/** Places an order for the caller, or by staff for a member. */
export async function placeAsAsked(
  { placing, bookingsChanged, onTaken, canPayOnline }: OrdersDeps,
  who: Who,
  { items: wanted, contactName, contactPhone, remark, amount: seenAmount, pay }: z.output<typeof PlaceBody>,
  { request, locale, address, now, nameDeed }: Caller & { nameDeed?: NameDeed },
  audit?: Audit,
) {
  const key = idempotencyKeyOf(request)
  if (!key.ok) return refuse<Worded>(key.refusal)
  const items = itemRequests(wanted)
  const placed = await placeOrder(
    placing,
    {
      ...who,
      ...(who.placedBy === undefined ? { pays: { canPayOnline, way: pay } } : {}),
      items,
      contactName,
      contactPhone,
      remark,
      seenAmount,
      idempotencyKey: key.value,
    },
    now,
    audit,
  )
  if (!placed.ok && placed.refusal.code === 'period_taken' && who.placedBy === undefined)
    onTaken?.(
      placed.refusal.items.map((item) => items[item]!),
      address,
      now,
    )
  if (!placed.ok) return refuse(refusalInWords(placed.refusal, items, locale))
  const { orderNo, state, amount, payBefore, again, facilityIds } = placed.value
  nameDeed?.({ isAgain: again })
  if (!again) bookingsChanged(facilityIds, daysOf(items))
  return reply(201, { orderNo, status: stateNow(state, payBefore, now), amount, payBefore: payBefore?.toISOString() ?? null })
}

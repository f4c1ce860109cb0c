import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { firstPicture } from '#modules/venues/present.ts'
import { sharing, type Court, type Facility } from '#modules/venues/rules.ts'
import { balanceText, needsExplaining, partText, belowRest, type Balance } from './balance.ts'
import type { Again } from './book-again.ts'
import type { CheckedItem } from './check-order.ts'
import type { OrderDeed } from './club-deed-store.ts'
import { itemLine, titleOf } from './line-texts.ts'
import type { OrderKind } from './order-kinds.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import { amountWith, attendanceOf, paidFor, refundTerms, type PaidItem, type QuotedItem } from './rules.ts'
import type { AgainAnswer, OneOrderAnswer, OrderAnswer } from './wire.ts'

type Placed = { court: Court; facility: Facility }

export const where = ({ court, facility }: Placed, { start, end }: { start: Date; end: Date }, locale: Locale) => ({
  venue1stId: facility.id,
  venue1stName: say(facility.name, locale),
  venue2ndId: court.id,
  venue2ndName: say(court.name, locale),
  drawing: facility.drawing,
  colour: facility.colour,
  picture: firstPicture(facility, locale),
  start: start.toISOString(),
  end: end.toISOString(),
})

const priced = (item: PaidItem) => ({ price: item.price, lightFee: item.lightFee, deposit: item.deposit, total: paidFor(item) })

const refund = (item: Parameters<typeof refundTerms>[0], now: Date) =>
  refundTerms(item, now).map(({ days, percent, amount, until }) => ({
    daysBefore: days,
    percent,
    amount,
    until: until.toISOString(),
  }))

const quoted = (item: QuotedItem, locale: Locale, now: Date) => ({
  ...where(item, item.period, locale),
  ...priced(item),
  refund: refund({ ...item, start: item.period.start }, now),
})

export const presentChecked = ({ courtId, period, quoted: quote, alternatives }: CheckedItem, locale: Locale, now: Date) => ({
  venue2ndId: courtId,
  start: period.start.toISOString(),
  end: period.end.toISOString(),
  quoted: quote ? quoted(quote, locale, now) : null,
  alternatives: alternatives.map((one) => ({ ...where(one, one.period, locale), total: one.total })),
})

const againPiece = (item: QuotedItem, locale: Locale) => ({
  ...where(item, item.period, locale),
  price: item.price + item.lightFee,
  total: item.total,
  sharesWith: sharing(item.facility, item.court).map(({ id }) => id),
})

export const presentAgain = ({ orderNo, items }: Again, locale: Locale): AgainAnswer['items'][number] => ({
  orderNo,
  periods: items.map(({ found, near, ...was }) => ({
    ...where(was, was.period, locale),
    found: found ? againPiece(found, locale) : null,
    near: near.map((one) => againPiece(one, locale)),
  })),
})

export const movedFrom = ({ movedFrom: from }: Pick<ShownItem, 'movedFrom'>, locale: Locale) =>
  from && { venue2ndName: say(from.court.name, locale), start: from.start.toISOString(), end: from.end.toISOString() }

const presentItem = (item: ShownItem, locale: Locale, now: Date) => ({
  id: item.id,
  ...where(item, item, locale),
  ...priced(item),
  toppedUp: item.toppedUp,
  identity: say({ tw: item.identityTw, en: item.identityEn }, locale),
  status: item.state,
  cancelledBy: item.state === 'active' ? null : item.byVenue ? ('venue' as const) : ('member' as const),
  attendance: attendanceOf(item),
  checkedInAt: item.checkedInAt?.toISOString() ?? null,
  parked: item.parked,
  movedFrom: movedFrom(item, locale),
  movable: item.movable,
  movesUsedUp: item.movesUsedUp,
  pendingMove: item.pendingMove && {
    ...where(item.pendingMove, item.pendingMove, locale),
    orderNo: item.pendingMove.orderNo,
    amount: item.pendingMove.amount,
    payBefore: item.pendingMove.payBefore.toISOString(),
  },
  refund: item.state === 'active' ? refund(item, now) : [],
})

const presentLines = ({ items, lines }: Pick<ShownOrder, 'items' | 'lines'>, locale: Locale): OrderAnswer['lines'] => [
  ...items.map((item) => ({
    id: item.id,
    words: itemLine(item, locale).slice(1),
    count: 1,
    amount: paidFor(item),
    purpose: 'price' as const,
    status: item.state,
    floor: where(item, item, locale),
  })),
  ...lines.map(({ words, state, ...line }) => ({ ...line, words: say(words, locale), status: state, floor: null })),
]

export const presentKind = ({ title, icon, isBooking, isTopUp, page }: OrderKind, locale: Locale) => ({
  kindTitle: title(locale),
  icon,
  isBooking,
  isTopUp,
  page: page ? { path: page.path, label: page.label(locale) } : null,
})

export const presentOrder = (
  { id: _, state, payBefore, createdAt, confirmedAt, closedAt, changes: __, items, topUpFor, lines, ...order }: ShownOrder,
  kind: OrderKind,
  locale: Locale,
  now: Date,
): OrderAnswer => ({
  ...order,
  ...presentKind(kind, locale),
  pointWhenUnpaid: kind.pointWhenUnpaid,
  linesGoBack: kind.giveBack !== undefined,
  amount: amountWith({ amount: order.amount, items }),
  title: titleOf(lines, locale),
  lines: presentLines({ items, lines }, locale),
  status: state,
  payBefore: payBefore?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  confirmedAt: confirmedAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
  topUpFor: topUpFor && { orderNo: topUpFor.orderNo, to: topUpFor.to && where(topUpFor.to, topUpFor.to, locale) },
  items: items.map((item) => presentItem(item, locale, now)),
  serverTime: now.toISOString(),
})

export const presentBalance = (balance: Balance, locale: Locale): OneOrderAnswer['balance'] =>
  needsExplaining(balance)
    ? {
        lines: balance.lines.map((line) => ({ at: line.at.toISOString(), words: balanceText(line, locale), amount: line.amount })),
        rest: balance.rest,
        parts: belowRest(balance).map(({ part, amount }) => ({ words: partText(part, locale), amount })),
      }
    : null

/** Each deed once, as it was done last. */
export const presentDeeds = (deeds: readonly OrderDeed[]): OneOrderAnswer['deeds'] =>
  [...new Map(deeds.filter(({ name }) => name !== '').map((one) => [one.deed, one])).values()].map(({ at, ...one }) => ({
    ...one,
    at: at.toISOString(),
  }))

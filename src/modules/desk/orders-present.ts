import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { say } from '#i18n/words.ts'
import { titleOf } from '#modules/orders/line-texts.ts'
import { awaitsDeskPayment } from '#modules/orders/rules.ts'
import { amountWith, attendanceOf, paidFor, stateNow } from '#modules/orders/rules.ts'
import type { OrderKind } from '#modules/orders/order-kinds.ts'
import { movedFrom, presentKind } from '#modules/orders/present.ts'
import { deskPartsOf } from '#modules/refunds/read-store.ts'
import { deskWaysOf } from '#modules/refunds/rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { cursorOf } from './board-rules.ts'
import { linkWaysTo } from './send-pay-link.ts'
import { countedAtMost, type ListedOrder } from './orders-store.ts'
import type { OrderStoryAnswer, StaffOrder, StaffOrderListAnswer } from './orders-wire.ts'
import type { ShownStory } from './read-story.ts'
import { storyOf } from './story-present.ts'

/** What rows are shown with: the courts, and the records of their kinds. */
type Shown = { catalogue: Catalogue; kindOf(kind: string): OrderKind }
type Page = { rows: ListedOrder[]; pageSize: number }

export function presentOrders({ rows, pageSize }: Page, { catalogue, kindOf }: Shown, locale: Locale, now: Date): StaffOrderListAnswer {
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const found = rows[0]?.found ?? 0
  return {
    items: shown.map((row) => presentListed(row, { catalogue, kindOf }, locale, now)),
    next: last ? cursorOf(last) : null,
    count: Math.min(found, countedAtMost),
    isMore: found > countedAtMost,
    facilities: catalogue.facilities.map(({ code, name }) => ({ code, name: say(name, locale) })),
  }
}

export function presentListed(row: ListedOrder, { catalogue, kindOf }: Shown, locale: Locale, now: Date): StaffOrder {
  const { orderNo, kind, amount, paid, owed, ways, byStaff, items } = row
  const status = stateNow(row.state, row.payBefore, now)
  const place = row.courtId === null ? undefined : catalogue.courtOf.get(row.courtId)
  return {
    orderNo,
    kind,
    ...presentKind(kindOf(kind), locale),
    title: titleOf(row.lines, locale),
    status,
    payAtDesk: awaitsDeskPayment({ state: status, payAtDesk: row.payAtDesk }),
    amount,
    paid,
    owed,
    ways,
    createdAt: row.createdAt.toISOString(),
    byStaff,
    person: { id: row.memberId, name: row.name, isGuest: row.isGuest },
    first:
      place && row.start && row.end
        ? {
            facility: say(place.facility.name, locale),
            court: say(place.court.name, locale),
            start: row.start.toISOString(),
            end: row.end.toISOString(),
          }
        : null,
    items,
  }
}

export function presentStory(
  shown: ShownStory,
  { canText, kindOf }: { canText: boolean; kindOf: Shown['kindOf'] },
  locale: Locale,
  now: Date,
): OrderStoryAnswer {
  const { order, person, refunds } = shown
  const { orderNo, kind, preOrderNo, state, paid, owed, remark, contactName, contactPhone } = order
  return {
    orderNo,
    kind,
    ...presentKind(kindOf(kind), locale),
    title: titleOf(order.lines, locale),
    lines: shown.lines.map(({ line: { id, words, count, amount, state: status }, locked, refundByRule }) => ({
      id,
      words: say(words, locale),
      count,
      amount,
      status,
      locked: locked ? { code: locked.code, title: text(`problem_${locked.code}`, locale) ?? locked.code } : null,
      refundByRule,
      refundInFull: amount,
    })),
    preOrderNo,
    status: state,
    createdAt: order.createdAt.toISOString(),
    payBefore: state === 'awaiting-payment' ? (order.payBefore?.toISOString() ?? null) : null,
    payAtDesk: awaitsDeskPayment(order),
    amount: amountWith(order),
    paid,
    owed,
    remark,
    person: {
      id: person.memberId,
      name: person.name,
      mobile: person.mobile,
      isGuest: person.isGuest,
      linkWays: person.isClosed ? [] : linkWaysTo(person, canText),
      contactName,
      contactPhone,
    },
    supplementOf: person.supplementOf,
    supplements: person.supplements.map(({ itemId: _, ...supplement }) => supplement),
    items: order.items.map((item) => presentItem(item, shown, locale)),
    refunds: refunds.map(presentRefund),
    story: storyOf(shown, locale),
    serverTime: now.toISOString(),
  }
}

function presentRefund(refund: ShownStory['refunds'][number]): OrderStoryAnswer['refunds'][number] {
  const ways = deskWaysOf(refund)
  return {
    refundNo: refund.refundNo,
    amount: refund.amount,
    status: refund.state,
    way: refund.way,
    isRouted: refund.hasAccount,
    deskWays: ways.map(({ way }) => way),
    deskParts: deskPartsOf(refund.parts),
    deskAmounts: Object.fromEntries(ways.map((one) => [one.way, one.amount])),
  }
}

function presentItem(item: ShownStory['order']['items'][number], { terms }: ShownStory, locale: Locale): OrderStoryAnswer['items'][number] {
  const { item: toMove, locked, refundByRule, refundInFull } = terms.get(item.id)!
  return {
    id: item.id,
    facility: { code: item.facility.code, name: say(item.facility.name, locale) },
    court: say(item.court.name, locale),
    start: item.start.toISOString(),
    end: item.end.toISOString(),
    identity: say({ tw: item.identityTw, en: item.identityEn }, locale),
    total: paidFor(item),
    status: item.state,
    attendance: attendanceOf(item),
    parked: item.parked,
    movedFrom: movedFrom(item, locale),
    moves: toMove.moves,
    locked: locked && { code: locked.code, title: text(`problem_${locked.code}`, locale) ?? locked.code },
    refundByRule,
    refundInFull,
  }
}

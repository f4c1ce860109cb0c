import { lineText, titleOf } from '#modules/orders/line-texts.ts'
import { paidFor } from '#modules/orders/rules.ts'
import { firstPicture } from '#modules/venues/present.ts'
import { bankOf } from '#lib/taiwan-banks.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { CheckedRefund } from './check-refund.ts'
import type { ShownRefund, ShownRefundItem } from './read-refund.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { backWayText, goesBackOf, type GoesBack } from './goes-back.ts'
import { isWaiting, maskedAccount, stepsOf } from './rules.ts'
import type { GoesBackWire, RefundAnswer, RefundCheckAnswer, StaffRefund } from './wire.ts'
import { notRefundableText, causeText, movedShareText, shareText } from './texts.ts'

export function presentChecked(
  { order, items, lines, penalties, ways, amount, goesBack }: CheckedRefund,
  locale: Locale,
  now: Date,
): RefundCheckAnswer {
  return {
    orderNo: order.orderNo,
    items: items.map(({ item, refund, movedBack }) => ({
      id: item.id,
      venue1stId: item.facility.id,
      venue1stName: say(item.facility.name, locale),
      venue2ndId: item.court.id,
      venue2ndName: say(item.court.name, locale),
      drawing: item.facility.drawing,
      colour: item.facility.colour,
      picture: firstPicture(item.facility, locale),
      start: item.start.toISOString(),
      end: item.end.toISOString(),
      paid: paidFor(item),
      refund:
        'problem' in refund
          ? null
          : {
              percent: refund.percent,
              amount: refund.amount,
              daysBefore: refund.daysBefore,
              until: refund.until.toISOString(),
              late: refund.isLate,
            },
      reason:
        'problem' in refund
          ? notRefundableText(refund, locale)
          : // The share before the move, which may be less than the terms of the day.
            refund.percent === item.refundCap && refund.percent < 100
            ? movedShareText({ ...refund, deposit: item.deposit, movedBack }, locale)
            : shareText({ ...refund, deposit: item.deposit }, locale),
    })),
    lines: lines.map(({ line, refund }) => ({
      id: line.id,
      words: say(line.words, locale),
      count: line.count,
      paid: line.amount,
      refund: refund ? { percent: refund.percent, amount: refund.amount, until: refund.until.toISOString() } : null,
      reason: refund ? say(refund.reason, locale) : notRefundableText({ problem: 'line_stays' }, locale),
    })),
    amount,
    penalties,
    ways,
    goesBack: presentGoesBack(goesBack, locale),
    serverTime: now.toISOString(),
  }
}

export const presentGoesBack = (parts: GoesBack[], locale: Locale): GoesBackWire[] =>
  parts.map((part) => ({ by: part.by, words: backWayText(part, locale), amount: part.amount }))

const presentItem = ({ itemId, line, place, start, end, paid, percent, amount, moved }: ShownRefundItem, locale: Locale) => ({
  id: itemId,
  words: line && lineText(line, locale),
  venue1stName: say(place?.facility.name, locale) ?? null,
  venue2ndName: say(place?.court.name, locale) ?? null,
  drawing: place?.facility.drawing ?? null,
  colour: place?.facility.colour ?? null,
  start: start?.toISOString() ?? null,
  end: end?.toISOString() ?? null,
  paid,
  percent,
  amount,
  moved: moved && {
    from: { venue2ndName: say(moved.place.court.name, locale), start: moved.start.toISOString(), end: moved.end.toISOString() },
    before: moved.total + amount,
    after: moved.total,
  },
})

export function presentRefund(refund: ShownRefund, locale: Locale): RefundAnswer {
  const { bankCode, bankAccount, accountName } = refund
  return {
    refundNo: refund.refundNo,
    orderNo: refund.orderNo,
    title: titleOf(refund.lines, locale),
    cause: refund.cause,
    causeText: causeText(refund.cause, locale),
    status: refund.state,
    way: refund.way,
    amount: refund.amount,
    goesBack: presentGoesBack(goesBackOf(refund), locale),
    wentBack: refund.state === 'refunded' ? refund.amount : refund.wentBack,
    orderKind: refund.orderKind,
    reason: refund.reason,
    account:
      bankCode !== null && bankAccount !== null && accountName !== null
        ? { bankCode, bankName: say(bankOf(bankCode), locale) ?? '', bankAccount: maskedAccount(bankAccount), accountName }
        : null,
    nextWays: !isWaiting(refund) ? [] : refund.methods.some(goesBackByProvider) ? ['card', 'bank'] : ['bank'],
    waitsFor: refund.waitsFor,
    createdAt: refund.createdAt.toISOString(),
    items: refund.items.map((item) => presentItem(item, locale)),
    steps: stepsOf(refund.state, refund.steps).map(({ state, at, note }) => ({ status: state, at: at?.toISOString() ?? null, note })),
  }
}

/** For staff: the whole account number and the last failure. */
export const presentForStaff = (refund: ShownRefund, locale: Locale): StaffRefund => {
  const { bankCode, bankAccount, accountName } = refund
  return {
    ...presentRefund(refund, locale),
    account:
      bankCode !== null && bankAccount !== null && accountName !== null
        ? { bankCode, bankName: say(bankOf(bankCode), locale) ?? '', bankAccount, accountName }
        : null,
    memberName: refund.memberName,
    memberAccount: refund.memberAccount,
    paidBy: refund.methods[0] ?? null,
    passbookFileId: refund.passbookFileId,
    batchNo: refund.batchNo,
    unclear: refund.unclear,
    failure: refund.failure,
  }
}

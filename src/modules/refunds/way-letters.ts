import * as m from '#i18n/generated/messages.js'
import { joinList } from '#i18n/join.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import { bankOf } from '#lib/taiwan-banks.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import type { RefundEvent } from './event-store.ts'
import { backWayText, goesBackOf, type GoesBack } from './goes-back.ts'
import type { ShownRefund } from './read-refund.ts'
import { maskedAccount, sumOf } from './rules.ts'

/** What letters say of the ways by which a refund goes back. `isPaid`: it has gone back already, and no other letter says so. */
export function wayLines(kind: RefundEvent, refund: ShownRefund, isPaid: boolean, locale: Locale): string {
  const ways = kind === 'failed' || kind === 'rejected' ? [] : goesBackOf(refund)
  const list = ways.map((one) => `・${lineOf(one, refund, locale)}　${formatMoney(one.amount)}`).join('\n')
  const review = kind === 'requested' && refund.state === 'requested' ? `\n${m.mail_refund_way_review({}, { locale })}` : ''
  if (ways.length < 2) return mainWay(kind, refund, isPaid, locale) + review
  if (kind === 'refunded' || isPaid) return m.mail_refund_ways_done({ list }, { locale })
  const inVouchers = refund.way === 'voucher' ? 0 : sumOf(ways.filter(({ by }) => by === 'voucher'))
  return [
    mainWay(kind, refund, isPaid, locale),
    inVouchers > 0 ? m.text_guest_voucher({ amount: formatMoney(inVouchers) }, { locale }) : '',
    m.mail_refund_ways({ list }, { locale }) + review,
  ].join('\n')
}

/** A sum of a text, with what of it goes back by which way where there are several: NT$300（櫃檯刷卡機 NT$200、櫃檯現金 NT$100）. */
export function sumByWay(amount: number, ways: GoesBack[], locale: Locale): string {
  if (ways.length < 2) return formatMoney(amount)
  const each = ways.map((one) => `${backWayText({ ...one, reference: null }, locale)} ${formatMoney(one.amount)}`)
  return m.refund_back_numbered({ way: formatMoney(amount), number: joinList(each, locale) }, { locale })
}

const lineOf = (one: GoesBack, refund: ShownRefund, locale: Locale): string =>
  (one.by === 'bank' ? accountWords(refund, locale) : undefined) ?? backWayText(one, locale)

const mainWay = (kind: RefundEvent, refund: ShownRefund, isPaid: boolean, locale: Locale): string =>
  (kind === 'requested' && partsWords(refund, locale)) ||
  ((kind === 'requested' || kind === 'refunded') && cardsWords(refund, kind === 'refunded' || isPaid, locale)) ||
  (isPaid && refund.way === 'card' ? m.mail_refund_way_card_done({}, { locale }) : '') ||
  (refund.way === 'voucher' && kind !== 'refunded' && !isPaid ? m.mail_refund_way_voucher_wait({}, { locale }) : '') ||
  (kind === 'account-needed' && !isPaid ? m.mail_refund_way_account({}, { locale }) : waysWords(refund, locale))

/** Of a refund to a card of which a part was not paid by card: where each part goes, also when the card has got its part already. */
function partsWords({ way, bankAccount, parts }: ShownRefund, locale: Locale): string | undefined {
  // The account for the rest is known.
  if (way === 'bank' && bankAccount !== null) return undefined
  const cards = parts.filter(({ method }) => goesBackByProvider(method))
  const others = sumOf(parts.filter(({ method }) => !goesBackByProvider(method) && !isVoucher(method)))
  const goesToCards = way === 'card' || cards.every(({ wentBackBy }) => wentBackBy === 'card')
  if (cards.length === 0 || others === 0 || !goesToCards) return undefined
  return m.mail_refund_way_parts({ card: formatMoney(sumOf(cards)), rest: formatMoney(others) }, { locale })
}

/** Of a refund of several payments that all go back to a card: how much each is, since the card's statement lists them one by one. */
function cardsWords({ way, amount, parts }: ShownRefund, isDone: boolean, locale: Locale): string | undefined {
  if (way !== 'card' || parts.length < 2 || !parts.every(({ method }) => goesBackByProvider(method))) return undefined
  const each = parts.map((part) => formatMoney(part.amount)).join(m.join_plus({}, { locale }))
  return (isDone ? m.mail_refund_way_cards_done : m.mail_refund_way_cards)(
    { amount: formatMoney(amount), count: parts.length, each },
    { locale },
  )
}

/** Where the money goes; where some of it went back before, how much and where the rest goes. */
function waysWords(refund: ShownRefund, locale: Locale): string {
  const { amount, wentBack } = refund
  const rest = wayWords(refund, locale)
  if (wentBack === 0 || rest === '') return rest
  return m.mail_refund_way_rest({ gone: formatMoney(wentBack), rest: formatMoney(amount - wentBack), way: rest }, { locale })
}

function accountWords({ bankCode, bankAccount }: ShownRefund, locale: Locale): string | undefined {
  if (bankCode === null || bankAccount === null) return undefined
  const bank = [bankCode, say(bankOf(bankCode), locale) ?? ''].filter(Boolean).join(' ')
  return m.mail_refund_way_bank({ bank, account: maskedAccount(bankAccount) }, { locale })
}

function wayWords(refund: ShownRefund, locale: Locale): string {
  const { way } = refund
  if (way === 'bank') return accountWords(refund, locale) ?? ''
  if (way === 'cash') return m.mail_refund_way_cash({}, { locale })
  if (way === 'voucher') return m.mail_refund_way_voucher({}, { locale })
  return way === 'card' ? m.mail_refund_way_card({}, { locale }) : way === 'terminal' ? m.mail_refund_way_terminal({}, { locale }) : ''
}

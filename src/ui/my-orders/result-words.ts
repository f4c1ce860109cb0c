import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinSentences } from '#i18n/join.ts'
import { formatMoney } from '#i18n/money.ts'
import { sayWay } from '#i18n/pay-ways.ts'
import type { ResultAnswer } from '#modules/payments/wire.ts'
import type { IconName } from '#ui/kit/icon.tsx'
import type { ShownKind } from '#ui/orders/top-up.tsx'
import type { Standing } from './payment-standing.ts'

/** `desk`: to be paid at the desk. */
type Kind = ShownKind | 'desk'

/** Kind whose words are shown: those of the desk only while it is to be paid there. */
export const shownAs = (kind: ShownKind, standing: Standing | undefined, payAtDesk: boolean): Kind =>
  payAtDesk && (standing === 'unpaid' || standing === 'left') ? 'desk' : kind

type Look = { icon: IconName; tone: 'good' | 'due' | 'bad'; title: () => string }

export const looks: Record<Standing, Look> = {
  confirmed: { icon: 'check', tone: 'good', title: m.result_confirmed },
  waiting: { icon: 'clock', tone: 'due', title: m.result_waiting },
  number: { icon: 'ticket', tone: 'due', title: m.result_number },
  unpaid: { icon: 'clock', tone: 'due', title: m.result_unpaid },
  left: { icon: 'clock', tone: 'due', title: m.result_left },
  failed: { icon: 'alert', tone: 'bad', title: m.result_failed },
  expired: { icon: 'alert', tone: 'bad', title: m.result_expired },
  cancelled: { icon: 'close', tone: 'bad', title: m.result_cancelled },
  'venue-cancelled': { icon: 'close', tone: 'bad', title: m.result_venue_cancelled },
}

type Texts = Record<Exclude<Standing, 'confirmed' | 'waiting' | 'left'>, () => string>
const texts: Texts = {
  number: m.result_number_text,
  unpaid: m.result_unpaid_text,
  failed: m.result_failed_text,
  expired: m.result_expired_text,
  cancelled: m.result_cancelled_text,
  'venue-cancelled': m.result_venue_cancelled_text,
}

/** Titles for what has no periods, such as a locker, and is not called a booking. */
const plainTitles: Partial<Record<Standing, () => string>> = { confirmed: m.result_plain_confirmed, unpaid: m.result_plain_unpaid }
const plainTexts: Texts = {
  ...texts,
  number: m.result_plain_number_text,
  unpaid: m.result_plain_unpaid_text,
  failed: m.result_plain_failed_text,
  expired: m.result_plain_expired_text,
}

/** Titles for a top-up, after which the booking moves. */
const moveTitles: Partial<Record<Standing, () => string>> = {
  confirmed: m.result_move_confirmed,
  unpaid: m.result_move_unpaid,
  expired: m.result_move_expired,
  cancelled: m.result_move_cancelled,
}
const moveTexts: Texts = {
  ...texts,
  unpaid: m.result_move_unpaid_text,
  failed: m.result_move_failed_text,
  expired: m.result_move_expired_text,
  cancelled: m.result_move_cancelled_text,
}

/** Titles for a supplement: the centre has moved the booking, which stays whether or not it is paid. */
const supplementTitles: Partial<Record<Standing, () => string>> = {
  confirmed: m.result_plain_confirmed,
  unpaid: m.result_supplement_unpaid,
}
const supplementTexts: Texts = { ...plainTexts, unpaid: m.result_supplement_unpaid_text }

/** Titles for what the waiting list holds for the member. */
const offerTitles: Partial<Record<Standing, () => string>> = {
  unpaid: m.result_offer_unpaid,
  expired: m.result_offer_expired,
  cancelled: m.result_offer_cancelled,
}
const offerTexts: Texts = {
  ...texts,
  unpaid: m.result_offer_unpaid_text,
  expired: m.result_offer_expired_text,
  cancelled: m.result_offer_cancelled_text,
}

const titlesOf: Partial<Record<Kind, Partial<Record<Standing, () => string>>>> = {
  plain: plainTitles,
  supplement: supplementTitles,
  'top-up': moveTitles,
  offer: offerTitles,
  desk: { unpaid: m.result_desk_unpaid },
}
const textsOf: Partial<Record<Kind, Texts>> = {
  plain: plainTexts,
  supplement: supplementTexts,
  'top-up': moveTexts,
  offer: offerTexts,
  desk: { ...texts, unpaid: m.pay_at_desk_text },
}

type NumberKind = NonNullable<NonNullable<ResultAnswer['payment']>['number']>['kind']
const numberTitles: Record<NumberKind, () => string> = { atm: m.result_account, cvs: m.result_number, barcode: m.result_barcode }

/** `number`: what was issued to pay by. */
export const titleOf = (standing: Standing, kind: Kind, number?: NumberKind): string =>
  (standing === 'number' && number ? numberTitles[number] : (titlesOf[kind]?.[standing] ?? looks[standing].title))()

/** That nothing was charged, and what is to be done now. */
function leftText(kind: Kind, { payment }: ResultAnswer): string {
  const left = payment?.way ? m.result_left_way_text({ way: sayWay(payment.way) }) : m.result_left_text()
  return joinSentences([left, (textsOf[kind] ?? texts).unpaid()], getLocale())
}

export function wordsFor(standing: Standing, kind: Kind, result: ResultAnswer, waitedLong: boolean): string {
  const { amount } = result
  if (standing === 'confirmed' && kind === 'top-up') return m.result_move_confirmed_text({ amount: formatMoney(amount) })
  if (standing === 'confirmed')
    return amount === 0 ? m.result_confirmed_free_text() : m.result_confirmed_text({ amount: formatMoney(amount) })
  if (standing === 'unpaid' && amount === 0) return m.result_offer_free_text()
  if (standing === 'waiting') return waitedLong ? m.result_waiting_long() : m.result_waiting_text()
  if (standing === 'left') return leftText(kind, result)
  return (textsOf[kind] ?? texts)[standing]()
}

import { momentAt, addDays, dayOf, minuteOf } from '#lib/zone.ts'
import type { NewebpaySettings } from '#modules/payments/providers/newebpay/settings.ts'
import { checkCode, seal, sealSum, type Fields } from '../../src/modules/payments/providers/newebpay/envelope.ts'
import { ways } from '../../src/modules/payments/providers/newebpay/ways.ts'

/** NewebPay's switches: what a payer may pay by. */
export type Type = (typeof ways)[keyof typeof ways]['on']
export const switches: readonly Type[] = Object.values(ways).map(({ on }) => on)
export const isCard = (type: Type): boolean => type === 'CREDIT' || type === 'APPLEPAY'
export const isWallet = (type: Type): boolean => type === 'LINEPAY' || type === 'TAIWANPAY' || type === 'TWQR'
/** Paid later, by a number. */
export const isLater = (type: Type): boolean => !isCard(type) && !isWallet(type)

/** What a payer's browser has brought, and what became of it. */
export type Trade = {
  orderNo: string
  amount: number
  type: Type
  /** The form. */
  asked: Fields
  /** NewebPay's own number. */
  tradeNo: string
  /** `page`: it is open, and nothing is known of a trade until its payer has chosen. Otherwise TradeStatus: unpaid, paid, failed, cancelled. */
  status: 'page' | '0' | '1' | '2' | '3'
  /** CloseStatus: 0 authorised, 1 in the next batch, 2 at the bank, 3 captured. */
  close: '0' | '1' | '2' | '3'
  refunded: number
  /** A bank account or a store code. */
  number: string | null
  openedAt: Date
  paidAt: Date | null
}

/** Where NewebPay keeps its trades and who asks it: the demo in the database, tests in memory. */
export type Books = {
  settings: NewebpaySettings
  now: () => Date
  /** Whether it may send a browser or a notice to this address of the form. */
  mayLeadTo(url: string): boolean
  find(orderNo: string): Promise<Trade | undefined>
  /** False: the order number has a trade already. */
  open(page: Trade): Promise<boolean>
  /** Changes a trade as the deed does, one deed at a time for each trade. Undefined: there is no such trade. */
  change<T>(orderNo: string, deed: (trade: Trade) => T): Promise<T | undefined>
  /** It answers no questions for four hours when too many of an hour were about trades that it does not know. */
  isLocked(): Promise<boolean>
  noteUnknown(): Promise<void>
  /** `cancel`: what a cancelled authorisation is answered with. */
  faults: { cancel?: string }
}

/** Questions about unknown trades in an hour; more lock all questions for four. */
export const unknownAtMost = 50
export const hourSeconds = 3600
export const lockedSeconds = 4 * hourSeconds

/** At 21:00 NewebPay asks the banks for what cards have paid; they answer by the noon of the next day. */
export function closeAt(paidAt: Date, now: Date): '1' | '2' | '3' {
  const day = minuteOf(paidAt) < 21 * 60 ? dayOf(paidAt) : addDays(dayOf(paidAt), 1)
  if (now < momentAt(day, 21 * 60)) return '1'
  return now < momentAt(addDays(day, 1), 12 * 60) ? '2' : '3'
}

/** The payer pays, or tries to: `status` is SUCCESS or a code. Shops capture by themselves, so that every card is in the next batch. */
export function pay(trade: Trade, status: string, now: Date): void {
  trade.status = status === 'SUCCESS' ? '1' : '2'
  trade.close = isWallet(trade.type) ? '3' : '1'
  trade.paidAt = now
}

/** The payer takes a number. */
export function takeNumber(trade: Trade, number: string): void {
  trade.status = '0'
  trade.number = number
}

/** What is said of a trade in answers, with its checksum. */
export function signed({ settings }: Pick<Books, 'settings'>, { amount, orderNo, tradeNo }: Trade, more: Fields): object {
  const about = { MerchantID: settings.merchantId, Amt: String(amount), TradeNo: tradeNo, MerchantOrderNo: orderNo }
  return { ...about, Amt: amount, ...more, CheckCode: checkCode(about, settings) }
}

/** The form of a notice, or of what a browser brings back. Both say the same. */
function toldForm(
  { merchantId, ...keys }: NewebpaySettings,
  { orderNo, tradeNo, amount, type }: Trade,
  status: string,
  more: Fields,
): Fields {
  const Result = { MerchantID: merchantId, Amt: amount, TradeNo: tradeNo, MerchantOrderNo: orderNo, PaymentType: type, ...more }
  const TradeInfo = seal(JSON.stringify({ Status: status, Message: '訊息', Result }), keys)
  return { Status: status, MerchantID: merchantId, Version: '2.3', TradeInfo, TradeSha: sealSum(TradeInfo, keys) }
}

/** Tells of a payment; of one that failed with its code. */
export function paymentForm(settings: NewebpaySettings, trade: Trade, status: string): Fields {
  const card: Fields = isCard(trade.type) ? { Card6No: '400022', Card4No: '1111' } : {}
  return toldForm(settings, trade, status, { PayTime: trade.status === '1' ? wall(trade.paidAt!) : '', IP: '203.0.113.77', ...card })
}

/** Tells of a number. */
export function numberForm(settings: NewebpaySettings, trade: Trade): Fields {
  const { day, time } = validityOf(trade)
  return toldForm(settings, trade, 'SUCCESS', { ...numberFields(trade), ExpireDate: day, ExpireTime: time })
}

/** There is no bank 999, and no store takes a code with letters, so that nobody can pay real money. */
export const demoBank = '999'

function numberFields({ type, number, amount }: Trade): Fields {
  if (type === 'VACC') return { BankCode: demoBank, CodeNo: number! }
  if (type === 'CVS') return { CodeNo: number! }
  const [Barcode_1, Barcode_2, Barcode_3] = barcodesOf(number!, amount)
  return { Barcode_1, Barcode_2, Barcode_3 }
}

const barcodesOf = (number: string, amount: number): [string, string, string] => ['1511C61', number, String(amount).padStart(15, '0')]

/** The number in answers to questions. */
export function payInfoOf({ type, number, amount }: Trade): string {
  if (type === 'VACC') return `(${demoBank})${number!}`
  return type === 'CVS' ? number! : barcodesOf(number!, amount).join(',')
}

/** 2026-11-15 10:00:00 in Taipei. */
export const wall = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Until when a number can be paid, as the form has asked for; seven days where it did not ask. */
export function validityOf({ asked: { ExpireDate, ExpireTime = '235959' }, openedAt }: Pick<Trade, 'asked' | 'openedAt'>) {
  const day = ExpireDate?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') ?? addDays(dayOf(openedAt), 7)
  return { day, time: ExpireTime.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1:$2:$3') }
}

export function numberUntil(trade: Pick<Trade, 'asked' | 'openedAt'>): Date {
  const { day, time } = validityOf(trade)
  return new Date(`${day}T${time}+08:00`)
}

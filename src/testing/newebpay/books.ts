import { checkCode, seal, sealSum, type Fields } from '#modules/payments/providers/newebpay/envelope.ts'
import type { NewebpaySettings } from '#modules/payments/providers/newebpay/settings.ts'
import type { HttpAnswer } from '../http-stand-in.ts'

export const switches = ['CREDIT', 'APPLEPAY', 'LINEPAY', 'TAIWANPAY', 'TWQR', 'VACC', 'CVS', 'BARCODE'] as const
type Type = (typeof switches)[number]
export const isCard = (type: Type): boolean => type === 'CREDIT' || type === 'APPLEPAY'
export const isWallet = (type: Type): boolean => type === 'LINEPAY' || type === 'TAIWANPAY' || type === 'TWQR'

/** What the payer's browser has brought: nothing else is known of a trade until its payer has chosen. */
export type Page = { orderNo: string; amount: number; type: Type; asked: Fields }

export type Trade = Page & {
  tradeNo: string
  status: '0' | '1' | '2' | '3' | '6'
  /** 0 authorised, 1 in the next batch, 2 at the bank, 3 captured. */
  close: '0' | '1' | '2' | '3'
  refunded: number
}

export type Books = {
  settings: NewebpaySettings
  now: () => Date
  pages: Map<string, Page>
  trades: Map<string, Trade>
  /** When it was asked about trades that it does not know. */
  unknownAsked: Date[]
  lockedUntil: Date | undefined
  /** Questions while it answers none. */
  askedInVain: number
  /** `cancel`: what a cancelled authorisation is answered with. */
  faults: { cancel?: string }
}

/** Two minutes, both ways. */
export const isLate = ({ now }: Books, seconds: unknown): boolean => !(Math.abs(Number(seconds) * 1000 - now().getTime()) <= 120_000)

export const json = (body: object): HttpAnswer => ({ status: 200, body: JSON.stringify(body) })
export const say = (Status: string, Message: string, Result: object = []): HttpAnswer => json({ Status, Message, Result })

/** What is said of a trade in answers, with its checksum. */
export function signed({ settings }: Books, { amount, orderNo, tradeNo }: Trade, more: Fields): object {
  const about = { MerchantID: settings.merchantId, Amt: String(amount), TradeNo: tradeNo, MerchantOrderNo: orderNo }
  return { ...about, Amt: amount, ...more, CheckCode: checkCode(about, settings) }
}

/** The form of a notice, or of what a browser brings back. */
export function toldForm({ settings }: Books, { orderNo, tradeNo, amount, type }: Trade, status: string, more: Fields): Fields {
  const { merchantId } = settings
  const Result = { MerchantID: merchantId, Amt: amount, TradeNo: tradeNo, MerchantOrderNo: orderNo, PaymentType: type, ...more }
  const TradeInfo = seal(JSON.stringify({ Status: status, Message: '訊息', Result }), settings)
  return { Status: status, MerchantID: merchantId, Version: '2.3', TradeInfo, TradeSha: sealSum(TradeInfo, settings) }
}

/** 2026-11-15 10:00:00 in Taipei. */
export const wall = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Until when a number can be paid, as the form has asked for. */
export function validityOf({ asked: { ExpireDate = '', ExpireTime = '' } }: Page): { day: string; time: string } {
  const day = ExpireDate.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return { day, time: ExpireTime.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1:$2:$3') }
}

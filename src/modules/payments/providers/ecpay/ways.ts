import type { OnlineMethod } from '../../rules.ts'
import type { PayWay, WayTerms } from '../../way-rules.ts'

/**
 * Ways of paying on ECPay's page: what ChoosePayment calls them, the beginning of PaymentType in notices, and between which amounts. Only
 * what a card has paid can be sent back by a call. DigitalPayment needs a contract of its own, and so do all others that are not here.
 */
type EcpayWay = { choose: string; types: readonly string[]; terms: WayTerms; method: OnlineMethod }

const terms = (least: number, most: number, refunds = false): WayTerms => ({ least, most, refunds })

export const ways = {
  card: { choose: 'Credit', types: ['Credit', 'Flexible', 'UnionPay'], terms: terms(5, 199_999, true), method: 'card' },
  applepay: { choose: 'ApplePay', types: ['ApplePay'], terms: terms(5, 199_999, true), method: 'card' },
  jkopay: { choose: 'DigitalPayment', types: ['DigitalPayment'], terms: terms(6, 49_999), method: 'other' },
  twqr: { choose: 'TWQR', types: ['TWQR'], terms: terms(6, 49_999), method: 'other' },
  webatm: { choose: 'WebATM', types: ['WebATM'], terms: terms(11, 49_999), method: 'other' },
  atm: { choose: 'ATM', types: ['ATM'], terms: terms(11, 49_999), method: 'atm' },
  cvs: { choose: 'CVS', types: ['CVS'], terms: terms(33, 6_000), method: 'cvs' },
  barcode: { choose: 'BARCODE', types: ['BARCODE'], terms: terms(17, 20_000), method: 'cvs' },
} as const satisfies Partial<Record<PayWay, EcpayWay>>

/** Credit_CreditCard, ApplePay_ESUN, ATM_TAISHIN, CVS_FAMILY, BARCODE_BARCODE, TWQR_OPAY … */
export function methodOf(paymentType: string): OnlineMethod | null {
  const kind = paymentType.split('_')[0]
  if (kind === '' || kind === undefined) return null
  return Object.values<EcpayWay>(ways).find(({ types }) => types.includes(kind))?.method ?? 'other'
}

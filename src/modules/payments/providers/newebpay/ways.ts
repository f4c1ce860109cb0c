import type { OnlineMethod } from '../../rules.ts'
import type { PayWay, WayTerms } from '../../way-rules.ts'

/**
 * Ways of paying on NewebPay's page: the switch that turns one on, what PaymentType calls it in notices, and between which amounts. Cards
 * and Apple Pay have no limit but the shop's own. WEBATM is not among them: as the only way that is on, its page does not let it be chosen.
 */
type NewebpayWay = { on: string; types: readonly string[]; terms: WayTerms; method: OnlineMethod }

const terms = (least: number, most: number, refunds = false): WayTerms => ({ least, most, refunds })
const noLimit = 9_999_999
const cards = ['CREDIT', 'FOREIGN', 'UNIONPAY', 'CREDITAE', 'DCC', 'GOOGLEPAY', 'ANDROIDPAY', 'SAMSUNGPAY']

export const ways = {
  card: { on: 'CREDIT', types: cards, terms: terms(1, noLimit, true), method: 'card' },
  applepay: { on: 'APPLEPAY', types: ['APPLEPAY'], terms: terms(1, noLimit, true), method: 'card' },
  linepay: { on: 'LINEPAY', types: ['LINEPAY'], terms: terms(1, noLimit, true), method: 'wallet' },
  taiwanpay: { on: 'TAIWANPAY', types: ['TAIWANPAY'], terms: terms(1, 49_999, true), method: 'wallet' },
  twqr: { on: 'TWQR', types: ['TWQR'], terms: terms(1, 49_999, true), method: 'wallet' },
  atm: { on: 'VACC', types: ['VACC'], terms: terms(1, 49_999), method: 'atm' },
  cvs: { on: 'CVS', types: ['CVS'], terms: terms(30, 20_000), method: 'cvs' },
  barcode: { on: 'BARCODE', types: ['BARCODE'], terms: terms(20, 40_000), method: 'cvs' },
} as const satisfies Partial<Record<PayWay, NewebpayWay>>

export const wayNamed = (way: PayWay | null): NewebpayWay | undefined =>
  Object.entries<NewebpayWay>(ways).find(([name]) => name === way)?.[1]

export function methodOf(paymentType: string | undefined): OnlineMethod | null {
  if (!paymentType) return null
  return Object.values<NewebpayWay>(ways).find(({ types }) => types.includes(paymentType))?.method ?? 'other'
}

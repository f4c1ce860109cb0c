import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import { dayOf } from '#lib/zone.ts'
import type { DemoTrade, Offer } from './store.ts'
import { writeMoment } from '../../src/lib/slashed-moments.ts'
import { type Fields } from '../../src/modules/payments/providers/ecpay/fields.ts'

const paymentTypes: Record<Offer, string> = {
  card: 'Credit_CreditCard',
  applepay: 'ApplePay_DEMO',
  jkopay: 'DigitalPayment_Jkopay',
  twqr: 'TWQR_OPAY',
  webatm: 'WebATM_DEMO',
  atm: 'ATM_DEMO',
  cvs: 'CVS_CVS',
  barcode: 'BARCODE_BARCODE',
}

function about(trade: DemoTrade, { merchantId }: EcpaySettings): Fields {
  return {
    MerchantID: merchantId,
    MerchantTradeNo: trade.merchantTradeNo,
    StoreID: '',
    TradeNo: trade.tradeNo,
    TradeAmt: String(trade.amount),
    TradeDate: writeMoment(trade.createdAt),
    PaymentType: trade.method ? paymentTypes[trade.method] : '',
    CustomField1: '',
    CustomField2: '',
    CustomField3: '',
    CustomField4: '',
  }
}

/** Notice of a payment: paid or declined. */
export function paymentNotice(trade: DemoTrade, config: EcpaySettings): Fields {
  const outcome = trade.state === 'paid' ? { RtnCode: '1', RtnMsg: '交易成功' } : { RtnCode: '10100058', RtnMsg: '付款失敗' }
  return {
    ...about(trade, config),
    ...outcome,
    PaymentDate: trade.paidAt ? writeMoment(trade.paidAt) : '',
    PaymentTypeChargeFee: '0',
    SimulatePaid: '0',
  }
}

/** Notice of a number: valid until the end of a day (bank) or a moment (store). */
export function numberNotice(trade: DemoTrade, config: EcpaySettings): Fields {
  const until = trade.numberUntil!
  if (trade.method === 'atm')
    return {
      ...about(trade, config),
      RtnCode: '2',
      RtnMsg: 'Get VirtualAccount Succeeded',
      BankCode: demoBank,
      vAccount: trade.number!,
      ExpireDate: dayOf(until).replaceAll('-', '/'),
    }
  return {
    ...about(trade, config),
    RtnCode: '10100073',
    RtnMsg: 'Get CVS Code Succeeded.',
    PaymentNo: trade.method === 'barcode' ? '' : trade.number!,
    ExpireDate: writeMoment(until),
    ...(trade.method === 'barcode' ? barcodesOf(trade) : { Barcode1: '', Barcode2: '', Barcode3: '' }),
  }
}

export const demoBank = '999'

/** As a store scans them: the deadline, the number, and the amount. */
export function barcodesOf({ number, numberUntil, amount }: DemoTrade): { Barcode1: string; Barcode2: string; Barcode3: string } {
  const day = dayOf(numberUntil!).replaceAll('-', '').slice(2)
  return { Barcode1: `${day}C61`, Barcode2: `${number!}00`, Barcode3: `${day.slice(2)}00${String(amount).padStart(9, '0')}` }
}

/** TradeStatus of QueryTradeInfo: 1 paid, 0 not yet, 10200095 broken off, 10200047 unknown. */
export function tradeAnswer(trade: DemoTrade | undefined, merchantTradeNo: string, config: EcpaySettings): Fields {
  if (!trade) return { MerchantID: config.merchantId, MerchantTradeNo: merchantTradeNo, TradeStatus: '10200047' }
  const status = trade.state === 'paid' ? '1' : trade.state === 'failed' ? '10200095' : '0'
  return {
    ...about(trade, config),
    ItemName: trade.item,
    HandlingCharge: '0',
    PaymentDate: trade.paidAt ? writeMoment(trade.paidAt) : '',
    PaymentTypeChargeFee: '0',
    TradeStatus: status,
  }
}

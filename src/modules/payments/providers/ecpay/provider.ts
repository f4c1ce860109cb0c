import { formIn } from '#http/read-json.ts'
import { ok } from '#lib/result.ts'
import type { Arrived, Provider } from '../../provider.ts'
import { openEcpay } from './ecpay.ts'
import { ways } from './ways.ts'
import { postBy } from './fields.ts'
import { settings, shown, type EcpaySettings } from './settings.ts'

/** ECPay 綠界科技: a form that the browser posts, and signed forms from server to server. */
export const ecpay: Provider<EcpaySettings> = {
  name: 'ecpay',
  title: { tw: '綠界科技 ECPay', en: 'ECPay' },
  ways: Object.fromEntries(Object.entries(ways).map(([way, { terms }]) => [way, terms])),
  tells: 'by-notice',
  settings,
  shown,
  open(set, send) {
    const { checkout, readNotice, ask, record, ...calls } = openEcpay(set, send)
    return {
      ...calls,
      start: async (trade) => ok({ method: 'post', ...checkout(trade) }),
      readNotice(arrived) {
        const fields = formOf(arrived)
        return { notice: readNotice(fields), tradeNo: fields['MerchantTradeNo'] ?? '', fields }
      },
      ask: ({ tradeNo }, now) => ask(tradeNo, now),
      record: ({ tradeNo }, now) => record(tradeNo, now),
    }
  },
  readReturn: (arrived) => formOf(arrived)['MerchantTradeNo'],
  acknowledge: (verdict) => ({ body: verdict === 'bad-signature' ? '0|CheckMacValue' : '1|OK', type: 'text/plain; charset=utf-8' }),
  // The others are card, account and phone of the payer.
  keptFields: [
    'MerchantID',
    'MerchantTradeNo',
    'TradeNo',
    'TradeAmt',
    'TradeDate',
    'PaymentDate',
    'PaymentType',
    'PaymentTypeChargeFee',
    'RtnCode',
    'RtnMsg',
    'SimulatePaid',
  ],
  // Loaded when somebody asks: it knows all words of the doctor's.
  check: async (set, send, now) => (await import('./check.ts')).checkEcpay(set, postBy(send), now),
}

const formOf = ({ headers, body }: Arrived) => formIn(headers.get('content-type'), body)

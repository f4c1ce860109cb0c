import { formIn } from '#http/read-json.ts'
import { ok } from '#lib/result.ts'
import type { Arrived, Provider, ReadNotice } from '../../provider.ts'
import { askAbout, recordOf, unknownAsks } from './ask.ts'
import { noticeFrom, openNotice } from './notice.ts'
import { pageForm } from './page.ts'
import { refundableFrom, refundAtNewebpay } from './refund.ts'
import { settings, shown, type NewebpaySettings } from './settings.ts'
import { ways } from './ways.ts'

/** NewebPay 藍新金流: a form that the browser posts, encrypted and signed, and encrypted forms from server to server. */
export const newebpay: Provider<NewebpaySettings> = {
  name: 'newebpay',
  title: { tw: '藍新金流 NewebPay', en: 'NewebPay' },
  ways: Object.fromEntries(Object.entries(ways).map(([way, { terms }]) => [way, terms])),
  tells: 'by-notice',
  unknownAsks,
  settings,
  shown,
  open(set, send) {
    const readNotice = (arrived: Arrived): ReadNotice => {
      const form = formOf(arrived)
      const fields = openNotice(form, set)
      // Our own form to the page is sealed with the same keys. It has no status, and a browser could post it to us.
      if (fields?.['Status'] === undefined) return { notice: undefined, tradeNo: '', fields: form }
      const notice = noticeFrom(fields, { isTestSystem: new URL(set.url).hostname === 'ccore.newebpay.com' })
      return { notice, tradeNo: notice.tradeNo, fields }
    }
    return {
      merchantId: set.merchantId,
      start: async (trade) => ok({ method: 'post', ...pageForm(trade, set) }),
      readNotice,
      readReturned: readNotice,
      ask: (trade, now) => askAbout(set, send, trade, now),
      record: (trade, now) => recordOf(set, send, trade, now),
      refundableFrom,
      refund: (wanted, now) => refundAtNewebpay(set, send, wanted, now),
    }
  },
  readReturn: ({ query }) => query.get('trade') ?? undefined,
  acknowledge: (verdict) => ({ body: verdict === 'bad-signature' ? '0' : '1', type: 'text/plain; charset=utf-8' }),
  // The others are card, account, store and address of the payer.
  keptFields: [
    'Status',
    'Message',
    'MerchantID',
    'MerchantOrderNo',
    'TradeNo',
    'Amt',
    'PaymentType',
    'PaymentMethod',
    'PayTime',
    'EscrowBank',
    'RespondCode',
    'CreateTime',
    'FundTime',
    'TradeStatus',
    'OrderStatus',
    'CloseAmt',
    'CloseStatus',
    'BackBalance',
    'BackStatus',
  ],
  // Loaded when somebody asks: it knows all words of the doctor's.
  check: async (set, send, now) => (await import('./check.ts')).checkNewebpay(set, send, now),
}

const formOf = ({ headers, body }: Arrived) => formIn(headers.get('content-type'), body)

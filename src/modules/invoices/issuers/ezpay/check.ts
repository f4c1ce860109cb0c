import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { Send } from '#modules/payments/provider.ts'
import { callEzpay } from './call.ts'
import { demoKeys, type EzpaySettings } from './settings.ts'

const setting = 'INVOICE_URL'

/** Asks for an invoice that does not exist: only who can decrypt the question says that there is none. */
export async function checkEzpay(set: EzpaySettings, send: Send, now: Date): Promise<Finding[]> {
  const { host } = new URL(set.url)
  let status = 200
  const watching: Send = async (outgoing) => {
    const answer = await send(outgoing)
    if ('status' in answer) status = answer.status
    return answer
  }
  const TimeStamp = Math.floor(now.getTime() / 1000)
  const question = { Version: '1.3', TimeStamp, SearchType: '1', MerchantOrderNo: `FHCHECK${TimeStamp}`, TotalAmt: 1 }
  const answer = await callEzpay(set, watching, '/Api/invoice_search', question)
  if (answer.kind === 'answered') {
    const keys = set.hashKey === demoKeys.hashKey ? [found('invoices', 'invoices_test_keys')] : []
    return [found('invoices', 'invoices_ready', { host }), ...keys]
  }
  if (status !== 200) return [foundStatus('invoices', status, { host, setting })]
  if (answer.code === 'no_answer') return [found('invoices', networkFaultOf(answer.words), { host, setting, reason: answer.words })]
  if (answer.code === 'not_accepted') return [found('invoices', 'invoices_keys_wrong', { host, reason: answer.words })]
  return [
    found('invoices', 'invoices_not_understood', {
      host,
      address: 'https://inv.ezpay.com.tw',
      reason: answer.words.slice(0, 60) || 'empty',
    }),
  ]
}

import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { Send } from '#modules/payments/provider.ts'
import { callEcpay, type EnvelopeSettings } from './envelope.ts'
import { testKeys } from './settings.ts'

const setting = 'INVOICE_URL'

/** Asks for an invoice that does not exist. An answer that our keys decrypt shows that the service knows our merchant number, and that the keys are right. */
export const checkEcpayInvoices = (set: EnvelopeSettings, send: Send, now: Date): Promise<Finding[]> =>
  checkEnvelope(set, send, { path: '/B2CInvoice/GetIssue', revision: '3.0.0' }, now)

export async function checkEnvelope(
  set: EnvelopeSettings,
  send: Send,
  question: { path: string; revision: string | undefined },
  now: Date,
): Promise<Finding[]> {
  const { host } = new URL(set.url)
  let status = 200
  const watching: Send = async (outgoing) => {
    const answer = await send(outgoing)
    if ('status' in answer) status = answer.status
    return answer
  }
  const data = { RelateNumber: `FHCHECK${Math.floor(now.getTime() / 1000)}` }
  const answer = await callEcpay(set, watching, { ...question, data }, now)
  const keys = set.hashKey === testKeys.hashKey ? [found('invoices', 'invoices_test_keys')] : []
  return [findingOf(), ...keys]

  function findingOf(): Finding {
    if (answer.kind === 'answered') return found('invoices', 'invoices_ready', { host })
    if (status !== 200) return foundStatus('invoices', status, { host, setting })
    if (answer.code === 'no_answer') return found('invoices', networkFaultOf(answer.words), { host, setting, reason: answer.words })
    if (answer.code === 'not_accepted') return found('invoices', 'invoices_keys_wrong', { host, reason: answer.words })
    return found('invoices', 'invoices_not_understood', {
      host,
      address: 'https://einvoice.ecpay.com.tw',
      reason: answer.words.slice(0, 60) || 'empty',
    })
  }
}

import { randomInt } from 'node:crypto'
import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { Send } from '../../provider.ts'
import { callLinepay } from './call.ts'
import type { LinepaySettings } from './settings.ts'

const setting = 'LINEPAY_URL'
const address = 'https://api-pay.line.me'
const unknownPayment = '1150'
/** The channel is unknown or shut, or the signature is not that of its secret. */
const wrongKeys = new Set(['1104', '1105', '1106'])

/** Asks LINE Pay about an order that does not exist: only a channel with this secret gets an answer. No payment is opened, no money moves. */
export async function checkLinepay(set: LinepaySettings, send: Send): Promise<Finding[]> {
  const { host } = new URL(set.url)
  const answer = await callLinepay(set, send, {
    method: 'GET',
    path: '/v3/payments',
    given: `orderId=FHCHECK${randomInt(10 ** 9)}`,
    timeoutSeconds: 20,
  })
  if (!('failed' in answer)) return [findingOf(answer, host)]
  if (answer.status !== undefined) return [foundStatus('payment', answer.status, { host, setting })]
  if (answer.failed.startsWith('an answer')) return [notUnderstood(host, answer.failed)]
  return [found('payment', networkFaultOf(answer.failed), { host, setting, reason: answer.failed })]
}

function findingOf({ code, message, info }: { code: string; message: string; info: unknown }, host: string): Finding {
  if (wrongKeys.has(code)) return found('payment', 'payment_keys_wrong', { host, settings: 'LINEPAY_CHANNEL_ID, LINEPAY_CHANNEL_SECRET' })
  const isNone = code === unknownPayment || (code === '0000' && (!Array.isArray(info) || info.length === 0))
  return isNone ? found('payment', 'payment_ready', { host }) : notUnderstood(host, `${code} ${message}`.trim())
}

const notUnderstood = (host: string, reason: string): Finding =>
  found('payment', 'payment_not_understood', { host, setting, address, reason: reason.slice(0, 60) })

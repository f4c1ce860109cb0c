import { randomInt } from 'node:crypto'
import { objectIn } from '#lib/sealed-json.ts'
import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { Send } from '../../provider.ts'
import { lockedOut, question, questionAddress, unknownTrade } from './ask.ts'
import { fieldsIn, formTo } from './envelope.ts'
import type { NewebpaySettings } from './settings.ts'

const setting = 'NEWEBPAY_URL'
const address = 'https://core.newebpay.com'
const settings = 'NEWEBPAY_MERCHANT_ID, NEWEBPAY_HASH_KEY, NEWEBPAY_HASH_IV'
/** No such shop, or our signature is wrong. */
const wrongKeys = new Set(['TRA10001', 'TRA10054'])
/** Of the sample shop that NewebPay's manual prints. */
const printedKey = 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn'

/** Asks about a trade that does not exist. NewebPay says so only to a shop that it knows and that signs with its keys. No trade is opened. */
export async function checkNewebpay(set: NewebpaySettings, send: Send, now: Date): Promise<Finding[]> {
  const answer = await send(formTo(questionAddress(set), question(set, `FHCHECK${randomInt(10 ** 9)}`, 1, now)))
  const keys = set.hashKey === printedKey ? [found('payment', 'payment_test_keys')] : []
  return [findingOf(answer, new URL(set.url).host), ...keys]
}

function findingOf(answer: Awaited<ReturnType<Send>>, host: string): Finding {
  if ('failed' in answer) return found('payment', networkFaultOf(answer.failed), { host, setting, reason: answer.failed })
  if (answer.status !== 200) return foundStatus('payment', answer.status, { host, setting })
  const { Status = '', Message = '' } = fieldsIn(objectIn(answer.text))
  if (unknownTrade.includes(Status)) return found('payment', 'payment_ready', { host })
  if (wrongKeys.has(Status)) return found('payment', 'payment_keys_wrong', { host, settings })
  if (Status === lockedOut) return found('payment', 'payment_asks_locked', { host })
  const reason = Status === '' ? answer.text.trim().slice(0, 60) || 'empty' : `${Status} ${Message}`.trim()
  return found('payment', 'payment_not_understood', { host, setting, address, reason })
}

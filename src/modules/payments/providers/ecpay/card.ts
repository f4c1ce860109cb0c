import { objectIn, openSealed, sealJson } from '#lib/sealed-json.ts'
import type { NoAnswer, Send } from '../../provider.ts'
import type { EcpaySettings } from './settings.ts'

/**
 * CreditDetail/QueryTrade by our own trade number: how a card payment stands. What a card has paid is first authorised, then listed for the
 * next closing, then closed; after that parts of it go back. https://developers.ecpay.com.tw/?p=45925, the words of its states: ?p=2894
 */
type CardState = 'unauthorised' | 'authorised' | 'to-be-closed' | 'closed' | 'cancelled'

/**
 * `refunded`: what went back; all of it where the payment was cancelled; null: the answer does not say. `refused`: ECPay does not answer our questions, so that asking again
 * does not help.
 */
export type AskedCard =
  | { kind: 'known'; state: CardState; amount: number; refunded: number | null }
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  | ({ kind: 'no-answer' } & Omit<NoAnswer, 'code'>)

/** ECPay says its states in Chinese, and in English in some answers. */
const states: readonly (readonly [CardState, ...string[]])[] = [
  ['unauthorised', '未授權', 'Unauthorized'],
  ['authorised', '已授權', '操作取消', 'Authorized', 'Operation canceled'],
  ['to-be-closed', '要關帳', 'To be captured'],
  ['closed', '已關帳', 'Captured'],
  ['cancelled', '已取消', 'Canceled'],
]
const stateNamed = (words: unknown): CardState | undefined => states.find(([, ...names]) => names.some((name) => name === words))?.[0]

/** Who asks too often is shut out with HTTP 403 for half an hour. */
export const shutOut = { status: 403, seconds: 30 * 60 }

/** This question has a host of its own. Stand-ins have it beside the others. */
const hostOf = (url: string): string => url.replace(/^https:\/\/payment(-stage)?\.ecpay\.com\.tw/, 'https://ecpayment$1.ecpay.com.tw')

export async function askCard(set: EcpaySettings, send: Send, tradeNo: string, now: Date): Promise<AskedCard> {
  const { merchantId } = set
  const answer = await send({
    method: 'POST',
    url: `${hostOf(set.url)}/1.0.0/CreditDetail/QueryTrade`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      MerchantID: merchantId,
      RqHeader: { Timestamp: Math.floor(now.getTime() / 1000) },
      Data: sealJson(JSON.stringify({ MerchantID: merchantId, MerchantTradeNo: tradeNo }), set),
    }),
  })
  if ('failed' in answer) return { kind: 'no-answer', reason: answer.failed }
  if (answer.status === shutOut.status) return { kind: 'no-answer', reason: 'http 403', pauseSeconds: shutOut.seconds }
  if (answer.status !== 200) return { kind: 'no-answer', reason: `http ${answer.status}` }
  return readCard(answer.text, set)
}

function readCard(text: string, set: EcpaySettings): AskedCard {
  const outer = objectIn(text)
  if (!outer) return { kind: 'no-answer', reason: `an answer that nobody understands: ${text.slice(0, 80)}` }
  // It could not read the question: keys, clock or contract.
  if (Number(outer['TransCode']) !== 1)
    return { kind: 'refused', reason: `${String(outer['TransCode'])} ${String(outer['TransMsg'])}`.slice(0, 200) }
  const said = openSealed(String(outer['Data']), set)
  if (!said) return { kind: 'no-answer', reason: 'the answer is not encrypted with our keys' }
  const words = said['RtnMsg'] ?? ''
  if (words === 'error_nopay') return { kind: 'unknown' }
  if (words !== '') return { kind: 'refused', reason: String(words).slice(0, 200) }
  return cardIn(said) ?? { kind: 'refused', reason: `an answer that nobody understands: ${JSON.stringify(said).slice(0, 120)}` }
}

/** A line of the closings: what is or was asked of the bank; less than nothing where it goes back. */
type Line = { state: CardState | undefined; amount: number }

/** CloseData is an empty object where there is none, and stands in RtnValue in some answers. */
function linesIn(value: unknown): Line[] {
  if (!Array.isArray(value)) return []
  return value.map((line: Record<string, unknown>) => ({
    state: stateNamed(line['Status'] ?? line['status']),
    amount: Number(line['Amount'] ?? line['amount']),
  }))
}

function cardIn(said: Record<string, unknown>): AskedCard | undefined {
  const value = said['RtnValue']
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]))
  const [amount, closed] = [Number(fields.get('amount')), Number(fields.get('clsamt') ?? fields.get('amount'))]
  const lines = linesIn(said['CloseData'] ?? fields.get('closedata') ?? fields.get('close_data'))
  const taken = new Set(lines.filter((line) => line.amount > 0).map((line) => line.state))
  const listed = taken.has('closed') ? 'closed' : taken.has('to-be-closed') ? 'to-be-closed' : undefined
  const whole = stateNamed(fields.get('status'))
  const state = whole === 'cancelled' || whole === 'unauthorised' ? whole : (listed ?? whole)
  if (state === undefined || !Number.isSafeInteger(amount) || amount <= 0 || !Number.isSafeInteger(closed)) return undefined
  const back = lines.filter((line) => line.amount < 0 && line.state !== 'cancelled').reduce((sum, line) => sum - line.amount, 0)
  if (state === 'cancelled') return { kind: 'known', state, amount, refunded: amount }
  // What is asked of the bank is less then, or the parts stand in lines of their own.
  // Nothing is closed of what is closed: all of it may have gone back, or the answer does not count it.
  const isUntold = back === 0 && state === 'closed' && closed === 0
  const refunded = isUntold ? null : back === 0 && state === 'closed' && closed < amount ? amount - closed : back
  return { kind: 'known', state, amount, refunded }
}

import { randomInt } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import type { Outgoing } from '#modules/payments/provider.ts'
import type { LinepaySettings } from '#modules/payments/providers/linepay/settings.ts'
import { signatureOf } from '../../src/modules/payments/providers/linepay/call.ts'
import { ownOrigins } from '../../src/modules/payments/rules.ts'
import { confirmLinePayment, findLinePayment, insertLinePayment, refundLinePayment, type LinePayment } from './store.ts'

/** LINE Pay's side of a payment, for the demo, with the protocol of its Online API v3. */
type DemoLinePay = { db: Db; config: LinepaySettings; publicUrl: string }
type Said = { code: string; info?: unknown }
type Requested = {
  amount: number
  orderId: string
  packages: { amount: number; products: { name: string; quantity: number; price: number }[] }[]
  redirectUrls: { confirmUrl: string; cancelUrl: string }
  options?: { display?: { locale?: string } }
}

const minute = 60_000
const lifeMinutes = 20
const refundDays = 60

export const isOver = ({ requestedAt }: LinePayment, now: Date): boolean => now.getTime() - requestedAt.getTime() > lifeMinutes * minute

/** Answers a signed call of the merchant. HTTP is 200 for refusals as well. */
export async function answerLinePay(deps: DemoLinePay, call: Outgoing, now: Date): Promise<{ status: number; text: string }> {
  const { config } = deps
  const url = new URL(call.url.slice(config.url.length), 'http://line')
  const given = call.method === 'GET' ? url.search.slice(1) : (call.body ?? '')
  const { 'X-LINE-ChannelId': channel, 'X-LINE-Authorization': signature, 'X-LINE-Authorization-Nonce': nonce = '' } = call.headers
  if (channel !== config.channelId) return say({ code: '1104' })
  if (signature !== signatureOf(config.channelSecret, { path: url.pathname, given, nonce })) return say({ code: '1106' })
  return say(await done(deps, { path: url.pathname, orderId: url.searchParams.get('orderId') ?? '', body: call.body }, now))
}

async function done(deps: DemoLinePay, { path, orderId, body }: { path: string; orderId: string; body?: string | undefined }, now: Date) {
  const given: unknown = body === undefined || body === '' ? {} : JSON.parse(body)
  if (path === '/v3/payments/request') return request(deps, given as Requested, now)
  if (path === '/v3/payments') return detailsOf(await findLinePayment(deps.db, { orderId }))
  const [, id = '', deed] = /^\/v3\/payments\/(?:requests\/)?(\d{19})\/(check|confirm|refund)$/.exec(path) ?? []
  const payment = await findLinePayment(deps.db, { id })
  if (!payment) return { code: '1150' }
  if (deed === 'check') return check(payment, now)
  if (deed === 'confirm') return confirm(deps, payment, given as { amount: number; currency: string }, now)
  return refund(deps, payment, given as { refundAmount?: number }, now)
}

async function request({ db, publicUrl }: DemoLinePay, asked: Requested, now: Date): Promise<Said> {
  const { amount, orderId, packages, redirectUrls, options } = asked
  const sums = packages.map((one) => one.products.reduce((sum, { quantity, price }) => sum + quantity * price, 0))
  const isRight = packages.every((one, n) => one.amount === sums[n]) && sums.reduce((sum, part) => sum + part, 0) === amount
  if (!isRight || !Number.isInteger(amount) || amount <= 0) return { code: '1124' }
  // The demo's keys are public, so return addresses of other sites are refused (open redirect).
  const isOurs = (url: string) => [publicUrl, ...ownOrigins(publicUrl)].some((site) => url.startsWith(`${site}/`)) && url.length <= 500
  if (orderId.length > 100 || !isOurs(redirectUrls.confirmUrl) || !isOurs(redirectUrls.cancelUrl)) return { code: '2101' }
  const id = `2${Array.from({ length: 18 }, () => randomInt(10)).join('')}`
  const item = packages[0]!.products[0]!.name
  const locale = options?.display?.locale === 'zh_TW' ? 'tw' : 'en'
  if (!(await insertLinePayment(db, { id, orderId, amount, item, locale, ...redirectUrls }, now))) return { code: '1172' }
  return {
    code: '0000',
    info: { transactionId: id, paymentUrl: { web: `${publicUrl}/api/Demo/LinePay?payment=${id}`, app: 'line://pay' } },
  }
}

function check(payment: LinePayment, now: Date): Said {
  if (payment.state === 'confirmed') return { code: '0123' }
  if (payment.state === 'cancelled' || isOver(payment, now)) return { code: '0121' }
  return { code: payment.state === 'authenticated' ? '0110' : '0000' }
}

async function confirm(
  { db }: DemoLinePay,
  payment: LinePayment,
  { amount, currency }: { amount: number; currency: string },
  now: Date,
): Promise<Said> {
  if (payment.state === 'confirmed') return { code: '1152' }
  if (isOver(payment, now)) return { code: '1180' }
  if (payment.state !== 'authenticated') return { code: '1169' }
  if (amount !== payment.amount || currency !== 'TWD') return { code: '1153' }
  if (!(await confirmLinePayment(db, payment.id, now))) return { code: '1152' }
  return { code: '0000', info: { orderId: payment.orderId, transactionId: payment.id, payInfo: [{ method: 'BALANCE', amount }] } }
}

function detailsOf(payment: LinePayment | undefined): Said {
  if (payment?.state !== 'confirmed') return { code: '1150' }
  const { id, orderId, amount } = payment
  const payInfo = [{ method: 'BALANCE', amount }]
  return {
    code: '0000',
    info: [{ transactionId: id, orderId, transactionType: 'PAYMENT', payStatus: 'CAPTURE', currency: 'TWD', payInfo }],
  }
}

async function refund(
  { db }: DemoLinePay,
  payment: LinePayment,
  { refundAmount = payment.amount }: { refundAmount?: number },
  now: Date,
): Promise<Said> {
  if (payment.state !== 'confirmed') return { code: '1155' }
  if (now.getTime() - payment.requestedAt.getTime() > refundDays * 24 * 60 * minute) return { code: '1163' }
  if (payment.refunded === payment.amount) return { code: '1165' }
  if (!(await refundLinePayment(db, payment.id, refundAmount))) return { code: '1164' }
  return { code: '0000', info: { refundTransactionId: `${payment.id.slice(0, 17)}99`, refundTransactionDate: now.toISOString() } }
}

/** Numbers of transactions are JSON numbers of 19 digits. */
function say({ code, info }: Said): { status: number; text: string } {
  const text = JSON.stringify({ returnCode: code, returnMessage: code === '0000' ? 'Success.' : `code ${code}`, ...(info ? { info } : {}) })
  return { status: 200, text: text.replaceAll(/("(?:transactionId|refundTransactionId)":)"(\d+)"/g, '$1$2') }
}

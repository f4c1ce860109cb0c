import { createHmac } from 'node:crypto'
import type { LinepaySettings } from '#modules/payments/providers/linepay/settings.ts'
import { startHttpStandIn, type HttpAnswer, type HttpCall } from '../http-stand-in.ts'

type State = 'requested' | 'authenticated' | 'cancelled' | 'failed' | 'confirmed'
type Payment = {
  id: string
  orderId: string
  amount: number
  state: State
  requestedAt: Date
  checkedAt: Date | undefined
  confirmUrl: string
  cancelUrl: string
  refunds: number[]
}
type Deed = 'request' | 'check' | 'confirm' | 'details' | 'refund'
/** `unheard`: the connection breaks before anything is done; `unsaid`: it is done, and the answer is lost. */
type Fault = 'unheard' | 'unsaid' | { status: number } | { code: string }
type Requested = {
  amount: number
  orderId: string
  packages: { amount: number; products: { quantity: number; price: number }[] }[]
  redirectUrls: { confirmUrl: string; cancelUrl: string }
}

/** What LINE Pay knows, by transaction number. */
type Book = { payments: Map<string, Payment>; now: () => Date; url: string; rules: { isPaceKept: boolean; losesAnswer(): boolean } }
type Said = { code: string; info?: unknown }

const minute = 60_000
const lifeMinutes = 20
const refundDays = 60

/**
 * LINE Pay's server (Online API v3), as far as its documentation tells: it refuses what the real one refuses, knows us by signatures
 * only, says its transaction numbers as JSON numbers of 19 digits, and can break its connections.
 */
export async function startLinepay(now: () => Date) {
  const deeds: { deed: Deed; orderId: string; code: string }[] = []
  const faults = new Map<Deed, Fault[]>()
  const server = await startHttpStandIn((call) => answer(call))
  const settings: LinepaySettings = { url: server.url, channelId: '1656000000', channelSecret: 'a secret of LINE Pay', demo: false }
  const book: Book = { payments: new Map(), now, url: server.url, rules: { isPaceKept: true, losesAnswer: () => false } }

  function answer(call: HttpCall): HttpAnswer {
    if (call.headers['x-line-channelid'] !== settings.channelId) return say('1104')
    if (call.headers['x-line-authorization'] !== signatureOf(call, settings.channelSecret)) return say('1106')
    const asked = readCall(call)
    const fault = faults.get(asked.deed)?.shift()
    if (fault === 'unheard') return 'hang-up'
    if (typeof fault === 'object') return 'status' in fault ? { status: fault.status, body: '{}' } : say(fault.code)
    const orderId = book.payments.get(asked.id)?.orderId ?? asked.orderId
    const { code, info } = done(book, { ...asked, orderId })
    deeds.push({ deed: asked.deed, orderId, code })
    return fault === 'unsaid' || book.rules.losesAnswer() ? 'hang-up' : say(code, info)
  }

  return {
    settings,
    rules: book.rules,
    /** By our trade number. */
    payment: (orderId: string): Payment => byOrder(book, orderId)!,
    /** The payer does something on LINE Pay's page; answers the address to which the browser returns. */
    pay(orderId: string, state: 'authenticated' | 'cancelled' | 'failed' = 'authenticated'): string {
      const payment = this.payment(orderId)
      payment.state = state
      const back = state === 'authenticated' ? payment.confirmUrl : payment.cancelUrl
      return `${back}${back.includes('?') ? '&' : '?'}transactionId=${payment.id}&orderId=${orderId}`
    },
    /** The payer agrees on the page of a payment. */
    payAt(id: string): string {
      return this.pay(book.payments.get(id)!.orderId)
    },
    all: () => [...book.payments.values()],
    /** What the next calls of a kind meet. */
    fail: (deed: Deed, ...next: Fault[]) => void faults.set(deed, next),
    /** What was done for a trade, with the codes that were answered or lost. */
    done: (orderId: string, deed: Deed): string[] =>
      deeds.filter((one) => one.orderId === orderId && one.deed === deed).map(({ code }) => code),
    close: () => server.close(),
  }
}

type Asked = { deed: Deed; id: string; orderId: string; given: unknown }

function readCall({ path, body }: HttpCall): Asked {
  const { pathname, searchParams } = new URL(path, 'http://line')
  const given: unknown = body === '' ? {} : JSON.parse(body)
  if (pathname === '/v3/payments/request') return { deed: 'request', id: '', orderId: (given as Requested).orderId, given }
  const [, id = '', deed] = /^\/v3\/payments\/(?:requests\/)?(\d+)\/(check|confirm|refund)$/.exec(pathname) ?? []
  return { deed: (deed as Deed | undefined) ?? 'details', id, orderId: searchParams.get('orderId') ?? '', given }
}

function done(book: Book, { deed, id, orderId, given }: Asked): Said {
  if (deed === 'request') return requested(book, given as Requested)
  if (deed === 'details') return detailsOf(byOrder(book, orderId))
  const payment = book.payments.get(id)
  if (!payment) return { code: '1150' }
  if (deed === 'check') return checked(book, payment)
  if (deed === 'confirm') return confirmed(book, payment, given as { amount: number; currency: string })
  return refunded(book, payment, given as { refundAmount?: number })
}

const byOrder = ({ payments }: Book, orderId: string) => [...payments.values()].find((payment) => payment.orderId === orderId)
const ageOf = ({ now }: Book, { requestedAt }: Payment) => now().getTime() - requestedAt.getTime()
const isOver = (book: Book, payment: Payment) => ageOf(book, payment) > lifeMinutes * minute

function requested(book: Book, { amount, orderId, packages, redirectUrls }: Requested): Said {
  const sums = packages.map((one) => one.products.reduce((sum, { quantity, price }) => sum + quantity * price, 0))
  const isRight = packages.every((one, n) => one.amount === sums[n]) && sums.reduce((sum, part) => sum + part, 0) === amount
  if (!isRight || !Number.isInteger(amount) || amount <= 0) return { code: '1124' }
  if (orderId.length > 100) return { code: '2101' }
  if (byOrder(book, orderId)) return { code: '1172' }
  // Neighbours that are one and the same as JavaScript numbers.
  const id = String(2_026_111_500_697_317_601n + BigInt(book.payments.size))
  book.payments.set(id, {
    id,
    orderId,
    amount,
    state: 'requested',
    requestedAt: book.now(),
    checkedAt: undefined,
    ...redirectUrls,
    refunds: [],
  })
  return { code: '0000', info: { transactionId: id, paymentUrl: { web: `${book.url}/web/payment/wait?${id}`, app: 'line://pay' } } }
}

function checked(book: Book, payment: Payment): Said {
  const { checkedAt, state } = payment
  payment.checkedAt = book.now()
  if (book.rules.isPaceKept && checkedAt && book.now().getTime() - checkedAt.getTime() < 1000) return { code: '1198' }
  if (state === 'confirmed') return { code: '0123' }
  if (state === 'failed') return { code: '0122' }
  if (state === 'cancelled' || isOver(book, payment)) return { code: '0121' }
  return { code: state === 'authenticated' ? '0110' : '0000' }
}

function confirmed(book: Book, payment: Payment, { amount, currency }: { amount: number; currency: string }): Said {
  if (payment.state === 'confirmed') return { code: '1152' }
  if (isOver(book, payment)) return { code: '1180' }
  if (payment.state !== 'authenticated') return { code: '1169' }
  if (amount !== payment.amount || currency !== 'TWD') return { code: '1153' }
  payment.state = 'confirmed'
  const payInfo = [{ method: 'CREDIT_CARD', amount, maskedCreditCardNumber: '************1111' }]
  return { code: '0000', info: { orderId: payment.orderId, transactionId: payment.id, payInfo } }
}

function detailsOf(payment: Payment | undefined): Said {
  if (payment?.state !== 'confirmed') return { code: '1150' }
  const { id, orderId, amount, refunds } = payment
  const payInfo = [
    { method: 'BALANCE', amount: amount - 1 },
    { method: 'DISCOUNT', amount: 1 },
  ]
  return {
    code: '0000',
    info: [
      {
        transactionId: id,
        orderId,
        transactionType: 'PAYMENT',
        payStatus: 'CAPTURE',
        currency: 'TWD',
        payInfo,
        refundList: refunds.map((part) => ({ refundAmount: -part })),
      },
    ],
  }
}

function refunded(book: Book, payment: Payment, { refundAmount = payment.amount }: { refundAmount?: number }): Said {
  if (payment.state !== 'confirmed') return { code: '1155' }
  const rest = payment.amount - payment.refunds.reduce((sum, part) => sum + part, 0)
  if (ageOf(book, payment) > refundDays * 24 * 60 * minute) return { code: '1163' }
  if (rest === 0) return { code: '1165' }
  if (refundAmount > rest) return { code: '1164' }
  payment.refunds.push(refundAmount)
  return { code: '0000', info: { refundTransactionId: `${payment.id.slice(0, 17)}99`, refundTransactionDate: book.now().toISOString() } }
}

/** Numbers of transactions are JSON numbers. */
function say(code: string, info?: unknown): HttpAnswer {
  const body = JSON.stringify({ returnCode: code, returnMessage: code === '0000' ? 'Success.' : `code ${code}`, ...(info ? { info } : {}) })
  return { status: 200, body: body.replaceAll(/("(?:transactionId|refundTransactionId)":)"(\d+)"/g, '$1$2') }
}

function signatureOf({ method, path, headers, body }: HttpCall, secret: string): string {
  const [before = '', query = ''] = path.split('?')
  const nonce = String(headers['x-line-authorization-nonce'] ?? '')
  return createHmac('sha256', secret)
    .update(secret + before + (method === 'GET' ? query : body) + nonce)
    .digest('base64')
}

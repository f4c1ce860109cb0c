import { queryOf, type Fields } from '#modules/payments/providers/newebpay/envelope.ts'
import { answerServer, openPage } from '../../../demo/newebpay/calls.ts'
import {
  hourSeconds,
  lockedSeconds,
  numberForm,
  pay,
  paymentForm,
  takeNumber,
  unknownAtMost,
  type Books,
  type Trade,
} from '../../../demo/newebpay/trade.ts'
import { startHttpStandIn, type HttpAnswer, type HttpCall } from '../http-stand-in.ts'

/**
 * NewebPay as another party: the demo's NewebPay behind an address of its own, with keys of its own and its books in memory. Its bank
 * captures when a test says so.
 */
export async function startNewebpay(now: () => Date) {
  const server = await startHttpStandIn((call) => answer(books, call))
  const keys = { hashKey: 'a key of thirty-two characters !', hashIv: 'iv of sixteen ch' }
  const settings = { url: server.url, merchantId: 'MS11111111', ...keys, demo: false }
  const trades = new Map<string, Trade>()
  const books = { ...booksIn(trades), settings, now, faults: {} as Books['faults'] }
  return {
    settings,
    faults: books.faults,
    books,
    trade: (orderNo: string): Trade => begunIn(trades, orderNo)!,
    /** The payer pays, or tries to. Answers the notice about it, and what the browser brings back. */
    pay(orderNo: string, status = 'SUCCESS') {
      const trade = begunIn(trades, orderNo) ?? begin(trades, orderNo)
      pay(trade, status, now())
      const form = paymentForm(settings, trade, status)
      return { notice: posted(trade, 'NotifyURL', form), back: posted(trade, 'ReturnURL', form) }
    },
    /** The payer takes a number. Nobody but the browser tells of it. */
    takeNumber(orderNo: string) {
      const trade = begin(trades, orderNo)
      takeNumber(trade, '1234567890')
      return posted(trade, 'CustomerURL', numberForm(settings, trade))
    },
    /** 21:00, and the bank's answer on the next day. */
    batch() {
      for (const trade of trades.values()) if (trade.close === '1') trade.close = '3'
    },
    close: () => server.close(),
  }
}
export type NewebpayServer = Awaited<ReturnType<typeof startNewebpay>>

function booksIn(trades: Map<string, Trade>) {
  return {
    /** When it was asked about trades that it does not know. */
    unknownAsked: [] as Date[],
    lockedUntil: undefined as Date | undefined,
    /** Questions while it answers none. */
    askedInVain: 0,
    /** Whether the next answer gets lost, after the deed. */
    losesAnswer: (): boolean => false,
    all: () => [...trades.values()],
    mayLeadTo: () => true,
    find: async (orderNo: string) => trades.get(orderNo),
    async open(page: Trade) {
      if (begunIn(trades, page.orderNo)) return false
      trades.set(page.orderNo, page)
      return true
    },
    async change<T>(orderNo: string, deed: (trade: Trade) => T): Promise<T | undefined> {
      const trade = trades.get(orderNo)
      return trade && deed(trade)
    },
    async isLocked(this: Kept) {
      const isLocked = this.lockedUntil !== undefined && this.lockedUntil > this.now()
      if (isLocked) this.askedInVain++
      return isLocked
    },
    async noteUnknown(this: Kept) {
      const now = this.now()
      this.unknownAsked = [...this.unknownAsked.filter((at) => at.getTime() > now.getTime() - hourSeconds * 1000), now]
      if (this.unknownAsked.length > unknownAtMost) this.lockedUntil = new Date(now.getTime() + lockedSeconds * 1000)
    },
  }
}
type Kept = { unknownAsked: Date[]; lockedUntil: Date | undefined; askedInVain: number; now(): Date }

async function answer(books: Books & { losesAnswer(): boolean }, { path, form, headers }: HttpCall): Promise<HttpAnswer> {
  const given = Object.fromEntries(form)
  if (path !== '/MPG/mpg_gateway') {
    const said = await answerServer(books, path, given)
    if (books.losesAnswer()) return 'hang-up'
    return said ? { status: 200, body: JSON.stringify(said) } : { status: 404, body: '' }
  }
  const opened = await openPage(books, given, headers['origin'])
  return { status: 200, body: JSON.stringify('trade' in opened ? { Status: 'SUCCESS' } : opened) }
}

const begunIn = (trades: Map<string, Trade>, orderNo: string): Trade | undefined => {
  const trade = trades.get(orderNo)
  return trade?.status === 'page' ? undefined : trade
}

/** The payer chooses on the page that is open. */
function begin(trades: Map<string, Trade>, orderNo: string): Trade {
  const trade = trades.get(orderNo)
  if (trade?.status !== 'page') throw new Error(`no page is open for ${orderNo}`)
  trade.tradeNo = `2611150000000${String(trades.size).padStart(4, '0')}`
  trade.status = '0'
  return trade
}

function posted({ asked }: Trade, to: string, form: Fields) {
  const { pathname, search } = new URL(asked[to]!)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { path: `${pathname}${search}`, headers, body: queryOf(form) }
}

import { queryOf, type Fields } from '#modules/payments/providers/newebpay/envelope.ts'
import { startHttpStandIn, type HttpAnswer, type HttpCall } from '../http-stand-in.ts'
import { isWallet, toldForm, validityOf, wall, type Books, type Trade } from './books.ts'
import { answerQuestion, cancelCard, closeCard, openPage, refundWallet } from './calls.ts'

/** NewebPay's server: it knows the shop by encrypted forms, keeps its own books, and refuses what the real one refuses. */
export async function startNewebpay(now: () => Date) {
  const server = await startHttpStandIn((call) => answer(books, call))
  const keys = { hashKey: 'a key of thirty-two characters !', hashIv: 'iv of sixteen ch' }
  const settings = { url: server.url, merchantId: 'MS11111111', ...keys, demo: false }
  const books: Books = {
    settings,
    now,
    pages: new Map(),
    trades: new Map(),
    unknownAsked: [],
    lockedUntil: undefined,
    askedInVain: 0,
    faults: {},
  }
  return {
    settings,
    faults: books.faults,
    books,
    trade: (orderNo: string): Trade => books.trades.get(orderNo)!,
    /** The payer pays, or tries to. Answers the notice about it, and what the browser brings back. */
    pay(orderNo: string, status = 'SUCCESS') {
      const trade = books.trades.get(orderNo) ?? begin(books, orderNo)
      trade.status = status === 'SUCCESS' ? '1' : '2'
      // Shops capture by themselves: every card is in the next batch.
      trade.close = isWallet(trade.type) ? '3' : '1'
      const more = { PayTime: status === 'SUCCESS' ? wall(now()) : '', IP: '203.0.113.77', Card6No: '400022', Card4No: '1111' }
      const form = toldForm(books, trade, status, more)
      return { notice: posted(trade, 'NotifyURL', form), back: posted(trade, 'ReturnURL', form) }
    },
    /** The payer takes a number. Nobody but the browser tells of it. */
    takeNumber(orderNo: string) {
      const trade = begin(books, orderNo)
      const { day, time } = validityOf(trade)
      const number = { BankCode: '031', CodeNo: '1234567890', ExpireDate: day, ExpireTime: time }
      return posted(trade, 'CustomerURL', toldForm(books, trade, 'SUCCESS', number))
    },
    /** 21:00, and the bank's answer on the next day. */
    batch() {
      for (const trade of books.trades.values()) if (trade.close === '1') trade.close = '3'
    },
    close: () => server.close(),
  }
}
export type NewebpayServer = Awaited<ReturnType<typeof startNewebpay>>

function answer(books: Books, { path, form, headers }: HttpCall): HttpAnswer {
  const given = Object.fromEntries(form)
  if (path === '/MPG/mpg_gateway') return openPage(books, given, headers['origin'])
  if (path === '/API/QueryTradeInfo') return answerQuestion(books, given)
  if (path === '/API/CreditCard/Cancel') return cancelCard(books, given)
  if (path === '/API/CreditCard/Close') return closeCard(books, given)
  return path === '/API/EWallet/refund' ? refundWallet(books, given) : { status: 404, body: '' }
}

/** The payer chooses on the page that is open. */
function begin({ pages, trades }: Books, orderNo: string): Trade {
  const page = pages.get(orderNo)
  if (!page) throw new Error(`no page is open for ${orderNo}`)
  pages.delete(orderNo)
  const tradeNo = `2611150000000${String(trades.size).padStart(4, '0')}`
  const trade: Trade = { ...page, tradeNo, status: '0', close: '0', refunded: 0 }
  trades.set(orderNo, trade)
  return trade
}

function posted({ asked }: Trade, to: string, form: Fields) {
  const { pathname, search } = new URL(asked[to]!)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { path: `${pathname}${search}`, headers, body: queryOf(form) }
}

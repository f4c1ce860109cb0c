import type { LinepaySettings } from '#modules/payments/providers/linepay/settings.ts'
import type { NewebpaySettings } from '#modules/payments/providers/newebpay/settings.ts'
import { startLinepay } from '#testing/linepay/server.ts'
import { startNewebpay } from '#testing/newebpay/server.ts'
import { openPage } from '../demo/newebpay/calls.ts'
import type { Dice } from './dice.ts'
import type { Trade } from './history.ts'
import type { Outages } from './outages.ts'

/** NewebPay and LINE Pay, each a party of its own with its books in memory: they lose questions, and answers after the deed. */
export type OtherBanks = {
  config: { newebpay: NewebpaySettings; linepay: LinepaySettings }
  /** The payer is on NewebPay's page, and pays: the notice, which is sent as often as somebody wants. */
  payAtNewebpay(fields: Record<string, string>): Promise<{ path: string; body: string; tradeNo: string }>
  /** The payer agrees on LINE's page: the address to which the browser goes, and may never get. */
  agreeAtLine(action: string): string
  /** Their day goes on by this clock from now on, their banks capture, and no answer is lost. */
  behave(now: Date): void
  /** What they took and gave back, as the history has it. */
  write(trades: Map<string, Trade>): void
  close(): Promise<void>
}

export async function openOtherBanks(dice: Dice, outages: Outages): Promise<OtherBanks> {
  let at: Date | undefined
  const now = () => at ?? new Date()
  const [newebpay, line] = [await startNewebpay(now), await startLinepay(now)]
  line.rules.isPaceKept = false
  newebpay.books.losesAnswer = () => at === undefined && (outages.isSilent('NewebPay') || dice.oneIn(20))
  line.rules.losesAnswer = () => at === undefined && (outages.isSilent('LINE Pay') || dice.oneIn(20))
  const tell = (orderNo: string) => {
    const { notice } = newebpay.pay(orderNo)
    return { path: notice.path, body: notice.body, tradeNo: orderNo }
  }
  const refunds = new Map<string, number[]>()
  const change = newebpay.books.change.bind(newebpay.books)
  newebpay.books.change = async (orderNo, deed) => {
    const before = newebpay.trade(orderNo)?.refunded ?? 0
    const done = await change(orderNo, deed)
    const after = newebpay.trade(orderNo)?.refunded ?? 0
    if (after > before) refunds.set(orderNo, [...(refunds.get(orderNo) ?? []), after - before])
    return done
  }
  return {
    config: { newebpay: newebpay.settings, linepay: line.settings },
    async payAtNewebpay(fields) {
      const opened = await openPage(newebpay.books, fields, 'http://localhost')
      if ('Status' in opened) throw new Error(`NewebPay refuses the form: ${opened.Status} ${opened.Message}`)
      return tell(opened.trade.orderNo)
    },
    agreeAtLine: (action) => line.payAt(new URL(action).search.slice(1)),
    behave(moment) {
      at = moment
      newebpay.batch()
    },
    write(trades) {
      for (const { orderNo: tradeNo, amount, status } of newebpay.books.all())
        if (status === '1' || status === '3') note(trades, { tradeNo, amount, refunds: refunds.get(tradeNo) ?? [] })
      for (const payment of line.all())
        if (payment.state === 'confirmed') note(trades, { tradeNo: payment.orderId, amount: payment.amount, refunds: payment.refunds })
    },
    async close() {
      await newebpay.close()
      await line.close()
    },
  }
}

function note(trades: Map<string, Trade>, { tradeNo, amount, refunds }: Pick<Trade, 'tradeNo' | 'amount' | 'refunds'>): void {
  const known = trades.get(tradeNo)
  if (known) known.refunds = refunds
  else
    trades.set(tradeNo, { tradeNo, orderNo: tradeNo.slice(0, 14), amount, gatewayTradeNo: '', isPaid: true, acknowledged: false, refunds })
}

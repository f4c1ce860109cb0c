import type { Config } from '#config.ts'
import type { Db } from '#db/connect.ts'
import type { Clock } from '#lib/clock.ts'
import type { Send } from '#modules/payments/provider.ts'
import { answerLinePay } from '../linepay/answer.ts'
import { answerServer } from '../newebpay/calls.ts'
import { demoBooks } from '../newebpay/store.ts'
import { answerCardQuestion } from './card-question.ts'
import { answerCardAction, answerTradeQuestion } from './gateway.ts'
import { demoGatewayIn, demoLinePayIn, demoNewebpayIn } from './settings.ts'

/** Asks the demo's own gateways inside this process: over the network, behind a proxy, it might not reach itself. */
export function sendToDemoGateways(config: Pick<Config, 'payments' | 'publicUrl'>, { db, clock }: { db: Db; clock: Clock }): Send {
  const [gateway, linePay, newebpay] = [demoGatewayIn(config), demoLinePayIn(config), demoNewebpayIn(config)]
  const { publicUrl } = config
  return async (call) => {
    if (newebpay && call.url.startsWith(newebpay.url)) {
      const books = demoBooks({ db, config: newebpay, publicUrl }, clock.now())
      const said = await answerServer(books, call.url.slice(newebpay.url.length), Object.fromEntries(new URLSearchParams(call.body)))
      return said ? { status: 200, text: JSON.stringify(said) } : { status: 404, text: '' }
    }
    if (linePay && call.url.startsWith(linePay.url)) return answerLinePay({ db, config: linePay, publicUrl }, call, clock.now())
    if (!gateway) return { failed: 'there is no gateway', isSent: true }
    if (call.url.endsWith('/1.0.0/CreditDetail/QueryTrade'))
      return { status: 200, text: await answerCardQuestion({ db, config: gateway }, call.body ?? '', clock.now()) }
    const fields = Object.fromEntries(new URLSearchParams(call.body))
    const text = call.url.endsWith('/DoAction')
      ? await answerCardAction({ db, config: gateway }, fields, clock.now())
      : await answerTradeQuestion({ db, config: gateway }, fields, clock.now())
    return { status: 200, text }
  }
}

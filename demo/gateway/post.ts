import type { Config } from '#config.ts'
import type { Db } from '#db/connect.ts'
import type { Clock } from '#lib/clock.ts'
import type { Send } from '#modules/payments/provider.ts'
import { answerLinePay } from '../linepay/answer.ts'
import { answerCardQuestion } from './card-question.ts'
import { answerCardAction, answerTradeQuestion } from './gateway.ts'
import { demoGatewayIn, demoLinePayIn } from './settings.ts'

/** Asks the demo's own gateways inside this process: over the network, behind a proxy, it might not reach itself. */
export function sendToDemoGateways(config: Pick<Config, 'payments' | 'publicUrl'>, { db, clock }: { db: Db; clock: Clock }): Send {
  const [gateway, linePay] = [demoGatewayIn(config), demoLinePayIn(config)]
  return async (call) => {
    if (linePay && call.url.startsWith(linePay.url))
      return answerLinePay({ db, config: linePay, publicUrl: config.publicUrl }, call, clock.now())
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

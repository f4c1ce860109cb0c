import type { Db } from '#db/connect.ts'
import type { Clock } from '#lib/clock.ts'
import type { Send } from '#modules/payments/provider.ts'
import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import { answerCardAction, answerTradeQuestion } from './gateway.ts'

/** Asks the demo's gateway inside this process: over the network, behind a proxy, it might not reach itself. */
export const sendToDemoGateway =
  (config: EcpaySettings | undefined, { db, clock }: { db: Db; clock: Clock }): Send =>
  async ({ url, body }) => {
    const fields = Object.fromEntries(new URLSearchParams(body))
    if (!config) return { failed: 'there is no gateway', isSent: true }
    const text = url.endsWith('/DoAction')
      ? await answerCardAction({ db, config }, fields)
      : await answerTradeQuestion({ db, config }, fields, clock.now())
    return { status: 200, text }
  }

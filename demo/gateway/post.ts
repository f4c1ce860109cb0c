import type { PaymentConfig } from '#config.ts'
import type { Db } from '#db/connect.ts'
import type { Clock } from '#lib/clock.ts'
import type { PostForm } from '#modules/payments/gateway.ts'
import { answerCardAction, answerTradeQuestion } from './gateway.ts'

/** Asks the demo's gateway inside this process: over the network, behind a proxy, it might not reach itself. */
export const postToDemoGateway =
  (config: PaymentConfig | undefined, { db, clock }: { db: Db; clock: Clock }): PostForm =>
  async (url, fields) => {
    if (!config) return { failed: 'there is no gateway', isSent: true }
    const text = url.endsWith('/DoAction')
      ? await answerCardAction({ db, config }, fields)
      : await answerTradeQuestion({ db, config }, fields, clock.now())
    return { status: 200, text }
  }

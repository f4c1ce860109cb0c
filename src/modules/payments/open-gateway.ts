import type { PaymentConfig } from '#config.ts'
import type { Db } from '#db/connect.ts'
import type { Clock } from '#lib/clock.ts'
import { postForm } from '#modules/notifications/post-form.ts'
import { answerCardAction, answerTradeQuestion } from './demo-gateway.ts'
import { ecpayGateway, type PostForm } from './ecpay.ts'
import type { Gateway } from './gateway.ts'

/** Undefined when no gateway is set: then nothing can be paid. */
export function openGateway(config: PaymentConfig | undefined, { db, clock }: { db: Db; clock: Clock }): Gateway | undefined {
  if (!config) return undefined
  // The demo's gateway lives in this house. Over the network it might be out of our own reach, behind a proxy.
  const post: PostForm = config.demo
    ? async (url, fields) => ({
        status: 200,
        text: url.endsWith('/DoAction')
          ? await answerCardAction({ db, config }, fields)
          : await answerTradeQuestion({ db, config }, fields, clock.now()),
      })
    : postOverNetwork
  return ecpayGateway(config, post)
}

async function postOverNetwork(url: string, fields: Record<string, string>): ReturnType<PostForm> {
  const posted = await postForm(url, fields, { timeoutMs: 10_000 })
  return posted.ok ? posted.value : { failed: posted.refusal.reason }
}

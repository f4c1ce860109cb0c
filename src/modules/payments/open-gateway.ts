import type { PaymentConfig } from '#config.ts'
import { postForm } from '#modules/notifications/post-form.ts'
import { ecpayGateway } from './ecpay.ts'
import type { Gateway, PostForm } from './gateway.ts'

/** Opens the gateway of the settings; undefined when none is set: then nothing can be paid. `demoPost` reaches the demo's own gateway. */
export function openGateway(config: PaymentConfig | undefined, demoPost: PostForm): Gateway | undefined {
  return config && ecpayGateway(config, config.demo ? demoPost : postOverNetwork)
}

export async function postOverNetwork(url: string, fields: Record<string, string>): ReturnType<PostForm> {
  const posted = await postForm(url, fields, { timeoutMs: 10_000 })
  return posted.ok ? posted.value : { failed: posted.refusal.reason, isSent: posted.refusal.code === 'unsure' }
}

import type { SmsConfig } from '#config.ts'
import { ok, refuse } from '#lib/result.ts'
import type { Carrier } from './carrier.ts'
import { postForm } from './post-form.ts'
import type { SendFailure } from './rules.ts'

type TwilioConfig = Extract<SmsConfig, { provider: 'twilio' }>

/** Twilio's Messages. The API has no idempotency key, so a request without an answer is unsure. */
export function twilioCarrier({ url, accountSid, authToken, from }: TwilioConfig, { timeoutMs }: { timeoutMs?: number } = {}): Carrier {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    name: 'twilio',
    keepsBody: false,
    async carry({ recipient, body }) {
      const fields = { To: internationalNumber(recipient), ...sender, Body: body }
      const posted = await postForm(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, fields, {
        headers: { authorization },
        timeoutMs,
      })
      if (!posted.ok) return posted
      const { status, text } = posted.value
      const answer = readAnswer(text)
      if (status >= 200 && status < 300) return ok({ reference: answer.sid })
      return refuse({ code: failureOf(status), reason: `http ${status}, code ${answer.code ?? 'unknown'}` })
    },
  }
}

/** Taiwanese mobiles as people write them, 09xxxxxxxx, become +8869xxxxxxxx. */
export function internationalNumber(mobile: string): string {
  return mobile.replace(/^0(?=9\d{8}$)/, '+886')
}

/** Temporary failures: a wrong key can be corrected and a rate limit passes. A refused number is permanent. */
function failureOf(status: number): SendFailure['code'] {
  if (status === 400 || status === 404 || status === 422) return 'permanent'
  return status < 500 || status === 503 ? 'temporary' : 'unsure'
}

function readAnswer(text: string): { sid?: string; code?: number } {
  try {
    return (JSON.parse(text) ?? {}) as { sid?: string; code?: number }
  } catch {
    return {}
  }
}

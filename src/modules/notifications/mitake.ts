import type { SmsConfig } from '#config.ts'
import { ok, refuse } from '#lib/result.ts'
import type { Carrier } from './carrier.ts'
import { postForm } from './post-form.ts'

type MitakeConfig = Extract<SmsConfig, { provider: 'mitake' }>

/** Status codes of success: scheduled, with the operator, or delivered. */
const accepted = new Set(['0', '1', '2', '3', '4'])
/** Status codes of permanent failures, caused by the text, the number or the call. All others are temporary. */
const hopeless = new Set(['5', '6', '7', '8', '9', 't', 'u', 'v', 'x', 'y'])
/** Mitake's code for a line break in a text. */
const lineBreak = '\u0006'

/**
 * Mitake's SmSend. For twelve hours it answers a known `clientid` with its first answer and sends nothing,
 * so a try whose answer was lost can be repeated: no failure is unsure.
 */
export function mitakeCarrier({ url, username, password }: MitakeConfig, { timeoutMs }: { timeoutMs?: number } = {}): Carrier {
  return {
    name: 'mitake',
    keepsBody: false,
    async carry({ id, recipient, body }) {
      const fields = { username, password, dstaddr: recipient, smbody: body.replaceAll(/\r?\n/g, lineBreak), clientid: id }
      const posted = await postForm(`${url}/api/mtk/SmSend?CharsetURL=UTF8`, fields, { timeoutMs })
      if (!posted.ok) return refuse({ code: 'temporary', reason: posted.refusal.reason })
      const { status, text } = posted.value
      const answer = readMitakeAnswer(text)
      const code = answer.get('statuscode')
      if (status !== 200 || code === undefined) return refuse({ code: 'temporary', reason: `http ${status} without a status code` })
      if (accepted.has(code)) return ok({ reference: answer.get('msgid') })
      return refuse({ code: hopeless.has(code) ? 'permanent' : 'temporary', reason: `status code ${code}` })
    },
  }
}

/** Lines of `name=value` below a line `[1]`. */
export function readMitakeAnswer(text: string): Map<string, string> {
  const lines = text.split(/\r?\n/).map((line) => /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line))
  return new Map(lines.filter((line) => line !== null).map(([, name, value]) => [name!.toLowerCase(), value!]))
}

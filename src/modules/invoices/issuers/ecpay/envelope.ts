import { objectIn, openSealed, sealJson } from '#lib/sealed-json.ts'
import type { Send } from '#modules/payments/provider.ts'
import { textOf } from '../../answer-fields.ts'
import type { Answer } from '../../issuer.ts'

/** How ECPay's invoice and receipt calls are wrapped: JSON, in which `Data` is encrypted. https://developers.ecpay.com.tw/?p=7906 */
export type EnvelopeKeys = { merchantId: string; hashKey: string; hashIv: string }

/** `revision`: of the invoices' calls; those of receipts have none. */
export type EnvelopeSettings = EnvelopeKeys & { url: string }
type Call = { path: string; data: Record<string, unknown>; revision: string | undefined }

/** `fields`: the decrypted answer, whatever its RtnCode is. */
export type Opened =
  | { kind: 'answered'; code: number; words: string; fields: Record<string, unknown> }
  | Exclude<Answer<never>, { kind: 'done' }>

/** What a busy system says by its status: it blocks whoever asks too often for half an hour. */
const tooOften = 403

export async function callEcpay(set: EnvelopeSettings, send: Send, { path, data, revision }: Call, now: Date): Promise<Opened> {
  const { merchantId } = set
  const header = { Timestamp: Math.floor(now.getTime() / 1000), ...(revision === undefined ? {} : { Revision: revision }) }
  const sealed = sealJson(JSON.stringify({ MerchantID: merchantId, ...data }), set)
  const answer = await send({
    method: 'POST',
    url: `${set.url}${path}`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ MerchantID: merchantId, RqHeader: header, Data: sealed }),
  })
  if ('failed' in answer) return { kind: answer.isSent ? 'unclear' : 'later', code: 'no_answer', words: answer.failed }
  if (answer.status === tooOften) return { kind: 'later', code: 'too_often', words: `http ${answer.status}` }
  if (answer.status !== 200) return { kind: 'unclear', code: 'no_answer', words: `http ${answer.status}` }
  return openAnswer(answer.text, set)
}

function openAnswer(text: string, keys: EnvelopeKeys): Opened {
  const outer = objectIn(text)
  if (outer === undefined) return { kind: 'unclear', code: 'not_understood', words: text.slice(0, 80) }
  // It could not read the question, so it has done nothing: keys, clock or form.
  if (Number(outer['TransCode']) !== 1)
    return { kind: 'later', code: 'not_accepted', words: `${String(outer['TransCode'])} ${textOf(outer['TransMsg'])}`.slice(0, 200) }
  const fields = openSealed(textOf(outer['Data']), keys)
  if (fields === undefined) return { kind: 'unclear', code: 'not_understood', words: 'the answer is not encrypted with our keys' }
  return {
    kind: 'answered',
    code: Number(fields['RtnCode']),
    words: `${String(fields['RtnCode'])} ${textOf(fields['RtnMsg'])}`.slice(0, 200),
    fields,
  }
}

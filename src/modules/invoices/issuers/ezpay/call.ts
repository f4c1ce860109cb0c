import { objectIn } from '#lib/sealed-json.ts'
import type { Send } from '#modules/payments/provider.ts'
import { textOf } from '../../answer-fields.ts'
import type { Answer } from '../../issuer.ts'
import { checkValue, openQuery, queryOf, sealQuery } from './post-data.ts'
import type { EzpaySettings } from './settings.ts'

/** `status`: SUCCESS or a code of a refusal. */
export type EzpayAnswer =
  | { kind: 'answered'; status: string; words: string; fields: Record<string, unknown> }
  | Exclude<Answer<never>, { kind: 'done' }>

type Fields = Record<string, string | number>

export async function callEzpay(set: EzpaySettings, send: Send, path: string, fields: Fields): Promise<EzpayAnswer> {
  const form = { MerchantID_: set.merchantId, PostData_: sealQuery(queryOf({ RespondType: 'JSON', ...fields }), set) }
  return readAnswer(await post(set, send, path, form), (result) => objectOf(result))
}

/** Questions about carriers are signed, and their answers are encrypted. */
export async function askAboutCarrier(set: EzpaySettings, send: Send, path: string, fields: Fields): Promise<EzpayAnswer> {
  const postData = sealQuery(queryOf(fields), set)
  const form = {
    MerchantID_: set.merchantId,
    Version: '1.0',
    RespondType: 'JSON',
    PostData_: postData,
    CheckValue: checkValue(postData, set),
  }
  return readAnswer(await post(set, send, path, form), (result) => {
    const query = typeof result === 'string' ? openQuery(result, set) : undefined
    return query === undefined ? {} : (objectIn(query) ?? Object.fromEntries(new URLSearchParams(query)))
  })
}

const post = ({ url }: EzpaySettings, send: Send, path: string, form: Record<string, string>) =>
  send({
    method: 'POST',
    url: `${url}${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: queryOf(form),
  })

const objectOf = (result: unknown): Record<string, unknown> =>
  typeof result === 'string' ? (objectIn(result) ?? {}) : ((result ?? {}) as Record<string, unknown>)

/** Keys that do not fit, and a merchant that ezPay does not know: nothing was done, and all is well once they are mended. */
const notAccepted = /^(?:KEY|INV90005)/

function readAnswer(answer: Awaited<ReturnType<Send>>, read: (result: unknown) => Record<string, unknown>): EzpayAnswer {
  if ('failed' in answer) return { kind: answer.isSent ? 'unclear' : 'later', code: 'no_answer', words: answer.failed }
  if (answer.status === 403 || answer.status === 429) return { kind: 'later', code: 'too_often', words: `http ${answer.status}` }
  if (answer.status !== 200) return { kind: 'unclear', code: 'no_answer', words: `http ${answer.status}` }
  const outer = objectIn(answer.text)
  const status = textOf(outer?.['Status'])
  if (!outer || status === '') return { kind: 'unclear', code: 'not_understood', words: answer.text.slice(0, 80) }
  const words = `${status} ${textOf(outer['Message'])}`.slice(0, 200)
  if (notAccepted.test(status)) return { kind: 'later', code: 'not_accepted', words }
  return { kind: 'answered', status, words, fields: status === 'SUCCESS' ? read(outer['Result']) : {} }
}

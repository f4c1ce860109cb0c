import { objectIn, openSealed, sealJson } from '../../src/lib/sealed-json.ts'
import { textOf } from '../../src/modules/invoices/answer-fields.ts'
import { testKeys } from '../../src/modules/invoices/issuers/ecpay/settings.ts'

/** An answer of ECPay's: RtnCode 1 is a success. */
export type Said = { code: number; words: string; more?: Record<string, unknown> }

/** The envelope is no good: nothing of what is in it was done. */
const refused = (code: number, words: string) => ({
  status: 200,
  text: JSON.stringify({ MerchantID: testKeys.merchantId, TransCode: code, TransMsg: words, Data: '' }),
})

const clockSeconds = 10 * 60

/** Opens an envelope as ECPay does, and wraps what is answered. `revision`: of the calls that need one. */
export async function answerEnvelope(
  body: string,
  revision: string | undefined,
  now: Date,
  answer: (data: Record<string, unknown>) => Promise<Said>,
): Promise<{ status: number; text: string }> {
  const outer = objectIn(body)
  const header = (outer?.['RqHeader'] ?? {}) as Record<string, unknown>
  if (!outer) return refused(10_000_001, 'JSON Error')
  if (outer['MerchantID'] !== testKeys.merchantId) return refused(10_000_002, 'MerchantID Error')
  const seconds = Number(header['Timestamp'])
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= clockSeconds)) return refused(10_000_003, 'Timestamp Error')
  if (revision !== undefined && header['Revision'] !== revision) return refused(10_000_004, 'Revision Error')
  const data = openSealed(textOf(outer['Data']), testKeys)
  if (!data || data['MerchantID'] !== testKeys.merchantId) return refused(10_000_005, 'Decrypt Error')
  const { code, words, more = {} } = await answer(data)
  const sealed = sealJson(JSON.stringify({ RtnCode: code, RtnMsg: words, ...more }), testKeys)
  const answered = { Timestamp: Math.floor(now.getTime() / 1000) }
  return {
    status: 200,
    text: JSON.stringify({ MerchantID: testKeys.merchantId, RpHeader: answered, TransCode: 1, TransMsg: 'Success', Data: sealed }),
  }
}

import { randomInt } from 'node:crypto'
import { demoPayment, type PaymentConfig } from '#config.ts'
import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import type { PostForm } from './gateway.ts'
import { isSigned, sign } from './ecpay-fields.ts'

const setting = 'PAYMENT_URL'
/** TradeStatus of QueryTradeInfo: a trade that the gateway does not know. */
const unknownTrade = '10200047'
/** The gateway does not accept our signature. */
const wrongSignature = '10200073'

/**
 * Asks the gateway about a trade that does not exist. Only a gateway that knows our merchant number and has our keys says so in
 * an answer that it signs with them. No trade is opened.
 */
export async function checkGateway(config: PaymentConfig | undefined, post: PostForm, now: Date): Promise<Finding[]> {
  if (!config) return [found('payment', 'payment_not_set')]
  if (config.demo) return [found('payment', 'payment_demo')]
  const { host } = new URL(config.url)
  const tradeNo = `FHCHECK${randomInt(10 ** 9)}`
  const question = { MerchantID: config.merchantId, MerchantTradeNo: tradeNo, TimeStamp: String(Math.floor(now.getTime() / 1000)) }
  const answer = await post(`${config.url}/Cashier/QueryTradeInfo/V5`, sign(question, config))
  const keys = hasTestKeys(config) ? [found('payment', 'payment_test_keys')] : []
  return [findingOf(answer, config, host), ...keys]
}

function findingOf(answer: Awaited<ReturnType<PostForm>>, config: PaymentConfig, host: string): Finding {
  if ('failed' in answer) return found('payment', networkFaultOf(answer.failed), { host, setting, reason: answer.failed })
  if (answer.status !== 200) return foundStatus('payment', answer.status, { host, setting })
  const fields = Object.fromEntries(new URLSearchParams(answer.text.trim()))
  const status = fields['TradeStatus']
  if (status === undefined && fields['CheckMacValue'] === undefined)
    return found('payment', 'payment_not_understood', { host, reason: answer.text.trim().slice(0, 60) || 'empty' })
  if (status === wrongSignature || !isSigned(fields, config)) return found('payment', 'payment_keys_wrong', { host })
  if (status !== unknownTrade) return found('payment', 'payment_not_understood', { host, reason: `TradeStatus ${status}` })
  return found('payment', 'payment_ready', { host })
}

/** The provider has published these keys for its test system: with them anybody can sign that an order is paid. */
function hasTestKeys({ hashKey, hashIv }: PaymentConfig): boolean {
  const published = demoPayment('http://localhost')
  return hashKey === published.hashKey && hashIv === published.hashIv
}

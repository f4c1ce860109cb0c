import { randomInt } from 'node:crypto'
import { found, foundStatus, type Finding } from '#http/findings.ts'
import { networkFaultOf } from '#lib/network-fault.ts'
import { isSigned, sign, type PostForm } from './fields.ts'
import { demoSettings, type EcpaySettings } from './settings.ts'

const setting = 'ECPAY_URL'
const address = 'https://payment.ecpay.com.tw'
/** TradeStatus of QueryTradeInfo: a trade that ECPay does not know. */
const unknownTrade = '10200047'
/** ECPay does not accept our signature. */
const wrongSignature = '10200073'

/**
 * Asks ECPay about a trade that does not exist. Only a system that knows our merchant number and has our keys says so in
 * an answer that it signs with them. No trade is opened.
 */
export async function checkEcpay(config: EcpaySettings, post: PostForm, now: Date): Promise<Finding[]> {
  const { host } = new URL(config.url)
  const tradeNo = `FHCHECK${randomInt(10 ** 9)}`
  const question = { MerchantID: config.merchantId, MerchantTradeNo: tradeNo, TimeStamp: String(Math.floor(now.getTime() / 1000)) }
  const answer = await post(`${config.url}/Cashier/QueryTradeInfo/V5`, sign(question, config))
  const keys = hasTestKeys(config) ? [found('payment', 'payment_test_keys')] : []
  return [findingOf(answer, config, host), ...keys]
}

function findingOf(answer: Awaited<ReturnType<PostForm>>, config: EcpaySettings, host: string): Finding {
  if ('failed' in answer) return found('payment', networkFaultOf(answer.failed), { host, setting, reason: answer.failed })
  if (answer.status !== 200) return foundStatus('payment', answer.status, { host, setting })
  const about = { host, setting, address }
  const fields = Object.fromEntries(new URLSearchParams(answer.text.trim()))
  const status = fields['TradeStatus']
  if (status === undefined && fields['CheckMacValue'] === undefined)
    return found('payment', 'payment_not_understood', { ...about, reason: answer.text.trim().slice(0, 60) || 'empty' })
  if (status === wrongSignature || !isSigned(fields, config))
    return found('payment', 'payment_keys_wrong', { host, settings: 'ECPAY_MERCHANT_ID, ECPAY_HASH_KEY, ECPAY_HASH_IV' })
  if (status !== unknownTrade) return found('payment', 'payment_not_understood', { ...about, reason: `TradeStatus ${status}` })
  return found('payment', 'payment_ready', { host })
}

/** The provider has published these keys for its test system: with them anybody can sign that an order is paid. */
function hasTestKeys({ hashKey, hashIv }: EcpaySettings): boolean {
  const published = demoSettings('http://localhost')
  return hashKey === published.hashKey && hashIv === published.hashIv
}

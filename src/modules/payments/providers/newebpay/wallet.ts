import type { CardRefund, RefundAnswer, Send } from '../../provider.ts'
import { fieldsIn, formTo, isSum, objectIn, seal, sealSum, secondsOf, unseal } from './envelope.ts'
import { readRefundAnswer } from './refund-answer.ts'
import type { NewebpaySettings } from './settings.ts'

/** EWallet/refund: what is sealed is JSON here, and what is done cannot be undone. `type`: the wallet, as its switch is called. */
export async function refundByWallet(
  set: NewebpaySettings,
  send: Send,
  { tradeNo, amount, type }: CardRefund & { type: string },
  now: Date,
): Promise<RefundAnswer> {
  const sealed = seal(JSON.stringify({ MerchantOrderNo: tradeNo, Amount: amount, TimeStamp: secondsOf(now), PaymentType: type }), set)
  const form = {
    UID_: set.merchantId,
    Version_: '1.1',
    EncryptData_: sealed,
    RespondType_: 'JSON',
    HashData_: sealSum(sealed, set),
  }
  const answer = await send(formTo(`${set.url}/API/EWallet/refund`, form))
  return readRefundAnswer(answer, (status, outer) => {
    if (status !== '1000') return undefined
    const { EncryptData = '', HashData } = fieldsIn(outer)
    if (!isSum(HashData, sealSum(EncryptData, set))) return false
    const text = unseal(EncryptData, set) ?? ''
    const done = objectIn(text) ? fieldsIn(objectIn(text)) : Object.fromEntries(new URLSearchParams(text))
    return done['MerchantOrderNo'] === tradeNo && done['RefundAmount'] === String(amount)
  })
}

import { objectIn } from '#lib/sealed-json.ts'
import { isDay, minuteFrom, momentAt } from '#lib/zone.ts'
import { endOfDay, type Notice, type PaymentNumber } from '../../rules.ts'
import { fieldsIn, isSum, sealSum, unseal, type Fields, type Keys } from './envelope.ts'
import { methodOf } from './ways.ts'

/** The fields of a notice, or of what a browser brings back; undefined: it is not signed with our keys. */
export function openNotice({ TradeInfo = '', TradeSha }: Fields, keys: Keys): Fields | undefined {
  if (!isSum(TradeSha, sealSum(TradeInfo, keys))) return undefined
  const text = unseal(TradeInfo, keys)
  if (text === undefined) return undefined
  const { Result, ...outer } = objectIn(text) ?? Object.fromEntries(new URLSearchParams(text))
  return { ...fieldsIn(typeof Result === 'string' ? objectIn(Result) : Result), ...fieldsIn(outer) }
}

/**
 * SUCCESS says that money came or that a number was issued: only with the time of a payment it is the former. That somebody played a payment
 * in NewebPay's console stands nowhere but in the message.
 */
export function noticeFrom(fields: Fields, { isTestSystem }: { isTestSystem: boolean }): Notice {
  const { Status = '', Message = '' } = fields
  return { ...tradeIn(fields), simulated: !isTestSystem && Message.startsWith('模擬'), says: sayingOf(Status, Message, fields) }
}

function sayingOf(status: string, message: string, fields: Fields): Notice['says'] {
  if (status !== 'SUCCESS') return { kind: 'failed', reason: `${status} ${message}`.trim().slice(0, 200) }
  if (momentIn(fields['PayTime'])) return { kind: 'paid' }
  const number = numberIn(fields)
  return number ? { kind: 'number', number } : { kind: 'unpaid' }
}

export const tradeIn = (fields: Fields): Omit<Notice, 'says'> => ({
  tradeNo: fields['MerchantOrderNo'] ?? '',
  merchantId: fields['MerchantID'] ?? '',
  amount: /^\d{1,9}$/.test(fields['Amt'] ?? '') ? Number(fields['Amt']) : -1,
  gatewayTradeNo: fields['TradeNo']?.slice(0, 40) || null,
  method: methodOf(fields['PaymentType']),
  simulated: false,
})

function numberIn(fields: Fields): PaymentNumber | undefined {
  const { PaymentType: type, BankCode: bankCode, CodeNo: code, Barcode_1, Barcode_2, Barcode_3 } = fields
  const deadline = momentIn(`${fields['ExpireDate'] ?? ''} ${fields['ExpireTime'] ?? ''}`.trim())
  const codes = [Barcode_1, Barcode_2, Barcode_3]
  if (!deadline) return undefined
  if (type === 'VACC' && bankCode && code) return { kind: 'atm', bankCode, account: code, deadline }
  if (type === 'CVS' && code) return { kind: 'cvs', code, deadline }
  return type === 'BARCODE' ? barcode(codes, deadline) : undefined
}

/** The number in an answer to a question: (031)1234567890 of a bank, a store code, or three barcodes with commas between them. */
export function askedNumberIn(fields: Fields): PaymentNumber | undefined {
  const { PaymentType: type, PayInfo: told = '' } = fields
  const deadline = momentIn(fields['ExpireDate'])
  if (!deadline || told === '') return undefined
  const [, bankCode, account] = /^\((\d+)\)(\S+)$/.exec(told) ?? []
  if (type === 'VACC') return bankCode && account ? { kind: 'atm', bankCode, account, deadline } : undefined
  if (type === 'CVS') return { kind: 'cvs', code: told, deadline }
  return type === 'BARCODE' ? barcode(told.split(','), deadline) : undefined
}

const barcode = (codes: (string | undefined)[], deadline: Date): PaymentNumber | undefined =>
  codes.length === 3 && codes.every(Boolean) ? { kind: 'barcode', codes: codes as string[], deadline } : undefined

/** 2014-06-25 16:43:49, or with 164349; without a time the end of the day. Undefined: what has not happened, 0000-00-00 00:00:00. */
function momentIn(text: string | undefined): Date | undefined {
  const [, day = '', hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)(?: (\d\d):?(\d\d):?(\d\d))?$/.exec(text ?? '') ?? []
  if (!isDay(day)) return undefined
  if (hours === undefined) return endOfDay(day)
  return new Date(momentAt(day, minuteFrom(`${hours}:${minutes}`)).getTime() + Number(seconds) * 1000)
}

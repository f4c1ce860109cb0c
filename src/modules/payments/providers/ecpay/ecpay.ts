import { defaultLocale } from '#i18n/languages.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { CardRefund, NoAnswer, RefundAnswer, Send, Told, Trade, TradeRecord } from '../../provider.ts'
import { endOfDay, type Notice, type PaymentNumber } from '../../rules.ts'
import type { PayWay } from '../../way-rules.ts'
import { readMoment, writeMoment } from '#lib/slashed-moments.ts'
import { askCard, shutOut } from './card.ts'
import { isSigned, postBy, sign, type Fields, type Keys } from './fields.ts'
import { refundableFrom, refundByCard } from './refund.ts'
import type { EcpaySettings } from './settings.ts'
import { methodOf, ways } from './ways.ts'

type Answer = Result<Told, NoAnswer>

/** ECPay's calls, in its own words: signed forms. */
type Ecpay = {
  merchantId: string
  checkout(trade: Trade): { action: string; fields: Fields }
  /** Undefined when the signature is wrong. */
  readNotice(fields: Fields): Notice | undefined
  ask(tradeNo: string, now: Date): Promise<Answer>
  record(tradeNo: string, now: Date): Promise<Result<TradeRecord, NoAnswer>>
  refundableFrom(refund: CardRefund, now: Date): Date
  refund(refund: CardRefund, now: Date): Promise<RefundAnswer>
}

/** ECPay's AioCheckOut. Test system, live system and the demo's gateway differ only in address and keys. */
export function openEcpay(config: EcpaySettings, send: Send): Ecpay {
  const { url, merchantId, demo, ...keys } = config
  const post = postBy(send)
  const ask = async (tradeNo: string, now: Date): Promise<Answer> => {
    const question = { MerchantID: merchantId, MerchantTradeNo: tradeNo, TimeStamp: String(Math.floor(now.getTime() / 1000)) }
    const answer = await post(`${url}/Cashier/QueryTradeInfo/V5`, sign(question, keys))
    if ('failed' in answer) return refuse({ code: 'no_answer', reason: answer.failed })
    return readAnswer(answer, tradeNo, keys)
  }
  return {
    merchantId,
    checkout: (trade) => ({ action: `${url}/Cashier/AioCheckOut/V5`, fields: sign(checkoutFields(trade, merchantId), keys) }),
    readNotice: (fields) => (isSigned(fields, keys) ? noticeFrom(fields) : undefined),
    ask,
    async record(tradeNo, now) {
      const answer = await ask(tradeNo, now)
      if (!answer.ok) return answer
      const { notice } = answer.value
      const paid = notice.says.kind === 'paid' ? notice.amount : 0
      // Of what no card has paid ECPay sends nothing back.
      if (paid === 0 || notice.method !== 'card') return ok({ kind: 'found', paid, refunded: null, told: answer.value })
      const card = await askCard(config, send, tradeNo, now)
      if (card.kind === 'no-answer') return refuse({ ...card, code: 'no_answer' })
      return ok({ kind: 'found', paid, refunded: card.kind === 'known' ? card.refunded : null, told: answer.value })
    },
    // The demo's gateway has no daily closing to wait for.
    refundableFrom: (refund, now) => (demo ? now : refundableFrom(refund, now)),
    refund: (refund, now) =>
      refundByCard(
        {
          ask: () => askCard(config, send, refund.tradeNo, now),
          act: (fields) => post(`${url}/CreditDetail/DoAction`, sign({ MerchantID: merchantId, ...fields }, keys)),
          keys,
        },
        refund,
      ),
  }
}

function checkoutFields(trade: Trade, merchantId: string): Fields {
  const { way, addresses } = trade
  return {
    MerchantID: merchantId,
    MerchantTradeNo: trade.tradeNo,
    MerchantTradeDate: writeMoment(trade.at),
    PaymentType: 'aio',
    TotalAmount: String(trade.amount),
    TradeDesc: trade.description,
    ItemName: trade.item,
    ReturnURL: addresses.notice,
    OrderResultURL: addresses.result,
    ClientBackURL: addresses.back,
    ChoosePayment: chosenBy(way),
    EncryptType: '1',
    ...(trade.locale === defaultLocale ? {} : { Language: 'ENG' }),
    ...deadlineFields(trade),
  }
}

function chosenBy(way: PayWay): string {
  const chosen = Object.entries(ways).find(([name]) => name === way)?.[1]
  if (!chosen) throw new Error(`ECPay does not take ${way}`)
  return chosen.choose
}

/** The deadline of a number: days for a bank account and for barcodes, minutes for a store code. */
function deadlineFields({ way, numberDays, addresses }: Trade): Fields {
  if (numberDays === undefined) return {}
  const until: Fields =
    way === 'atm' ? { ExpireDate: String(numberDays) } : { StoreExpireDate: String(way === 'barcode' ? numberDays : numberDays * 24 * 60) }
  return { ...until, PaymentInfoURL: addresses.notice }
}

/** RtnCode is text. Besides 1 (paid), two codes are no failure: a bank number or a store code was issued. */
function noticeFrom(fields: Fields): Notice {
  return { ...tradeIn(fields), says: sayingOf(fields['RtnCode'] ?? '', fields) }
}

function sayingOf(code: string, fields: Fields): Notice['says'] {
  if (code === '1') return { kind: 'paid' }
  if (code !== '2' && code !== '10100073') return { kind: 'failed', reason: `${code} ${fields['RtnMsg'] ?? ''}`.trim().slice(0, 200) }
  const number = code === '2' ? bankNumber(fields) : (storeNumber(fields) ?? barcodes(fields))
  return number ? { kind: 'number', number } : { kind: 'unpaid' }
}

function tradeIn(fields: Fields): Omit<Notice, 'says'> {
  const amount = fields['TradeAmt'] ?? ''
  return {
    tradeNo: fields['MerchantTradeNo'] ?? '',
    merchantId: fields['MerchantID'] ?? '',
    amount: /^\d{1,9}$/.test(amount) ? Number(amount) : -1,
    gatewayTradeNo: fields['TradeNo']?.slice(0, 40) || null,
    method: methodOf(fields['PaymentType'] ?? ''),
    simulated: (fields['SimulatePaid'] ?? '0') !== '0',
  }
}

function bankNumber(fields: Fields): PaymentNumber | undefined {
  const until = readMoment(fields['ExpireDate'] ?? '')
  const { BankCode: bankCode, vAccount: account } = fields
  return until && bankCode && account ? { kind: 'atm', bankCode, account, deadline: until.at ?? endOfDay(until.day) } : undefined
}

function storeNumber(fields: Fields): PaymentNumber | undefined {
  const until = readMoment(fields['ExpireDate'] ?? '')
  const { PaymentNo: code } = fields
  return until && code ? { kind: 'cvs', code, deadline: until.at ?? endOfDay(until.day) } : undefined
}

/** Three barcodes, which a store scans one after the other. */
function barcodes(fields: Fields): PaymentNumber | undefined {
  const until = readMoment(fields['ExpireDate'] ?? '')
  const codes = [fields['Barcode1'], fields['Barcode2'], fields['Barcode3']].filter((code) => code !== undefined && code !== '')
  return until && codes.length === 3 ? { kind: 'barcode', codes: codes as string[], deadline: until.at ?? endOfDay(until.day) } : undefined
}

const broken = '10200095'
function readAnswer({ status, text }: { status: number; text: string }, tradeNo: string, keys: Keys): Answer {
  if (status === shutOut.status) return refuse({ code: 'no_answer', reason: 'http 403', pauseSeconds: shutOut.seconds })
  if (status !== 200) return refuse({ code: 'no_answer', reason: `http ${status}` })
  const fields = Object.fromEntries(new URLSearchParams(text.trim()))
  if (!isSigned(fields, keys)) return refuse({ code: 'no_answer', reason: 'the answer is not signed' })
  if (fields['MerchantTradeNo'] !== tradeNo) return refuse({ code: 'no_answer', reason: 'the answer is about another trade' })
  const outcome = fields['TradeStatus'] ?? ''
  // Otherwise the trade is open, or unknown because the browser never arrived.
  const says =
    outcome === '1'
      ? { kind: 'paid' as const }
      : outcome === broken
        ? { kind: 'failed' as const, reason: outcome }
        : { kind: 'unpaid' as const }
  return ok({ notice: { ...tradeIn(fields), says }, fields })
}

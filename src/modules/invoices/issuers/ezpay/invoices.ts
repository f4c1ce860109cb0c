import type { Send } from '#modules/payments/provider.ts'
import { readMoment } from '#lib/slashed-moments.ts'
import type { Buyer } from '../../buyer-rules.ts'
import type { Answer, IssuedPaper, IssuerCalls, NewPaper } from '../../issuer.ts'
import { textOf, wholeOf } from '../../answer-fields.ts'
import { askAboutCarrier, callEzpay, type EzpayAnswer } from './call.ts'
import { checkCode } from './post-data.ts'
import type { EzpaySettings } from './settings.ts'

const statuses = {
  done: 'SUCCESS',
  notFound: 'INV20006',
  sameOrderNo: 'LIB10003',
  alreadyVoid: 'LIB10005',
  /** It has not reached the ministry yet, the numbers are used up, or a system behind does not answer. */
  later: ['LIB10009', 'INV20001', 'INV90006', 'INV10020', 'INV10021', 'NOR10001', 'CBC10004'],
}

/** ezPay's invoices. What may exist is asked for by MerchantOrderNo and amount; of allowances there is no question. */
export function openEzpay(set: EzpaySettings, send: Send): IssuerCalls {
  const call = (path: string, version: string, fields: Record<string, string | number>, now: Date) =>
    callEzpay(set, send, `/Api/${path}`, { Version: version, TimeStamp: seconds(now), ...fields })
  const exists = async (path: string, fields: Record<string, string>, now: Date) => {
    const answer = await askAboutCarrier(set, send, `/Api_inv_application/${path}`, { TimeStamp: seconds(now), ...fields })
    if (answer.kind !== 'answered') return 'unsure'
    return answer.fields['IsExist'] === 'Y' ? 'known' : answer.fields['IsExist'] === 'N' ? 'unknown' : 'unsure'
  }
  return {
    async issue(paper, now) {
      const answer = await call('invoice_issue', '1.5', issueFields(paper), now)
      if (answer.kind === 'answered' && answer.status === statuses.sameOrderNo)
        return { kind: 'unclear', code: 'same_number', words: answer.words }
      return doneWith(answer, (fields) => issuedIn(fields, set))
    },
    async void({ number }, reason, now) {
      const answer = await call('invoice_invalid', '1.0', { InvoiceNumber: number, InvalidReason: reason.slice(0, 6) }, now)
      return doneWith(answer, () => ({}), statuses.alreadyVoid)
    },
    async allow(paper, { amount, text, contact }, now) {
      const net = netOf(amount)
      const item = { ItemName: plain(text), ItemCount: 1, ItemUnit: '式', ItemPrice: net, ItemAmt: net, ItemTaxAmt: amount - net }
      const about = { InvoiceNo: paper.number, MerchantOrderNo: paper.relateNo, BuyerEmail: contact.email }
      const answer = await call('allowance_issue', '1.3', { ...about, ...item, TotalAmt: amount, Status: '1' }, now)
      return doneWith(answer, (fields) => (textOf(fields['AllowanceNo']) === '' ? undefined : { number: textOf(fields['AllowanceNo']) }))
    },
    async voidAllowance(_paper, allowanceNo, reason, now) {
      const answer = await call('allowanceInvalid', '1.0', { AllowanceNo: allowanceNo, InvalidReason: reason.slice(0, 6) }, now)
      return doneWith(answer, () => ({}), statuses.alreadyVoid)
    },
    async ask({ relateNo, amount }, now) {
      const answer = await call('invoice_search', '1.3', { SearchType: '1', MerchantOrderNo: relateNo, TotalAmt: amount }, now)
      if (answer.kind !== 'answered') return { kind: 'no-answer', words: answer.words }
      if (answer.status === statuses.notFound) return { kind: 'unknown' }
      const issued = answer.status === statuses.done ? issuedIn(answer.fields, set) : undefined
      if (!issued) return { kind: 'no-answer', words: answer.words }
      const isVoid = textOf(answer.fields['InvoiceStatus']) === '2'
      return { kind: 'found', paper: { ...issued, amount: wholeOf(answer.fields['TotalAmt']), isVoid } }
    },
    askAllowances: async () => ({ kind: 'unknowable' }),
    async checkBuyer({ kind, code }, now) {
      if (kind === 'mobile') return exists('checkBarCode', { CellphoneBarcode: code }, now)
      if (kind === 'donation') return exists('checkLoveCode', { LoveCode: code }, now)
      return 'unsure'
    },
  }
}

const seconds = (now: Date) => Math.floor(now.getTime() / 1000)
/** Without the tax of five per cent. */
const netOf = (amount: number): number => Math.round(amount / 1.05)
/** Items are separated by bars. */
const plain = (text: string): string => text.replaceAll('|', '/').slice(0, 30)

function issueFields({ relateNo, orderNo, amount, lines, buyer, contact }: NewPaper): Record<string, string | number> {
  const net = netOf(amount)
  // To a business, items are without tax, so that one line sums up to the net.
  const items = buyer.kind === 'business' ? [{ text: lines[0]?.text ?? orderNo, count: 1, amount: net }] : lines.map((one) => ({ ...one }))
  const each = (read: (item: (typeof items)[number]) => string | number) => items.map(read).join('|')
  return {
    MerchantOrderNo: relateNo,
    Status: '1',
    Category: buyer.kind === 'business' ? 'B2B' : 'B2C',
    BuyerName: (buyer.title || contact.name || orderNo).slice(0, 30),
    BuyerEmail: contact.email,
    ...buyerFields(buyer, contact),
    TaxType: '1',
    TaxRate: 5,
    Amt: net,
    TaxAmt: amount - net,
    TotalAmt: amount,
    ItemName: each(({ text }) => plain(text)),
    ItemCount: each(({ count }) => count),
    ItemUnit: each(() => '式'),
    ItemPrice: each(({ amount: sum, count }) => sum / count),
    ItemAmt: each(({ amount: sum }) => sum),
    Comment: orderNo,
  }
}

/** The carrier of ezPay itself is known by mail or mobile; without either it is paper. */
function buyerFields({ kind, code, taxId }: Buyer, { email, mobile }: NewPaper['contact']): Record<string, string> {
  if (kind === 'business') return { BuyerUBN: taxId, PrintFlag: 'Y' }
  if (kind === 'donation') return { LoveCode: code, PrintFlag: 'N' }
  if (kind === 'mobile') return { CarrierType: '0', CarrierNum: encodeURIComponent(code), PrintFlag: 'N' }
  if (kind === 'citizen') return { CarrierType: '1', CarrierNum: code, PrintFlag: 'N' }
  const own = email || mobile
  return kind === 'member' && own !== '' ? { CarrierType: '2', CarrierNum: encodeURIComponent(own), PrintFlag: 'N' } : { PrintFlag: 'Y' }
}

function doneWith<T extends object>(
  answer: EzpayAnswer,
  read: (fields: Record<string, unknown>) => T | undefined,
  asGood?: string,
): Answer<T> {
  if (answer.kind !== 'answered') return answer
  const { status, words, fields } = answer
  if (status === statuses.done || status === asGood) {
    const value = read(fields)
    return value ? { kind: 'done', value } : { kind: 'unclear', code: 'not_understood', words }
  }
  return { kind: statuses.later.includes(status) ? 'later' : 'refused', code: status, words }
}

/** Only what is signed with our keys is believed. */
function issuedIn(fields: Record<string, unknown>, set: EzpaySettings): IssuedPaper | undefined {
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))
  const issuedAt = readMoment((texts['CreateTime'] ?? '').replaceAll('-', '/'))?.at
  const number = texts['InvoiceNumber'] ?? ''
  if (texts['CheckCode'] !== checkCode(texts, set) || !/^[A-Z]{2}\d{8}$/.test(number) || !issuedAt) return undefined
  const { QRcodeL: left = '', QRcodeR: right = '' } = texts
  return { number, randomCode: texts['RandomNum'] || null, issuedAt, ...(left && right ? { marks: { left, right } } : {}) }
}

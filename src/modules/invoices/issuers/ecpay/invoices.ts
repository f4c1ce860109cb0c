import type { Send } from '#modules/payments/provider.ts'
import { readMoment } from '#lib/slashed-moments.ts'
import { dayOf } from '#lib/zone.ts'
import { textOf, wholeOf } from '../../answer-fields.ts'
import type { Buyer } from '../../buyer-rules.ts'
import type { Answer, Asked, IssuerCalls, NewPaper } from '../../issuer.ts'
import { callEcpay, type EnvelopeSettings, type Opened } from './envelope.ts'

const revision = '3.0.0'

/** RtnCodes that decide what follows. Most others have words only: https://developers.ecpay.com.tw/?p=7896 */
const codes = {
  done: 1,
  /** GetIssue: there is none under this number. */
  notFound: [2, 1_600_003],
  sameRelateNumber: 5_070_357,
  alreadyVoid: 5_070_453,
  allowanceAlreadyVoid: 2_000_063,
  /** The ministry's system does not answer, or all numbers of the period are used: it may be otherwise later. */
  later: [9_000_001, 9_999_999, 1_100_040],
}

/** B2CInvoice. An invoice that may exist is asked for by RelateNumber, which it accepts once. */
export function openEcpayInvoices(set: EnvelopeSettings, send: Send): IssuerCalls {
  const call = (path: string, data: Record<string, unknown>, now: Date): Promise<Opened> =>
    callEcpay(set, send, { path: `/B2CInvoice/${path}`, data, revision }, now)
  const exists = async (path: string, data: Record<string, unknown>, now: Date) => {
    const answer = await call(path, data, now)
    if (answer.kind !== 'answered' || answer.code !== codes.done) return 'unsure'
    return answer.fields['IsExist'] === 'Y' ? 'known' : answer.fields['IsExist'] === 'N' ? 'unknown' : 'unsure'
  }
  return {
    async issue(paper, now) {
      const answer = await call('Issue', issueFields(paper), now)
      if (answer.kind === 'answered' && answer.code === codes.sameRelateNumber)
        return { kind: 'unclear', code: 'same_number', words: answer.words }
      return doneWith(answer, (fields) => issuedIn(fields, ['InvoiceNo', 'RandomNumber', 'InvoiceDate']))
    },
    async void({ number, issuedAt }, reason, now) {
      const answer = await call('Invalid', { InvoiceNo: number, InvoiceDate: dayOf(issuedAt), Reason: reason.slice(0, 20) }, now)
      return doneWith(answer, () => ({}), codes.alreadyVoid)
    },
    async allow(paper, { amount, text, contact }, now) {
      const items = [{ ItemSeq: 1, ItemName: text, ItemCount: 1, ItemWord: '式', ItemPrice: amount, ItemTaxType: '1', ItemAmount: amount }]
      const told = contact.email === '' ? { AllowanceNotify: 'N' } : { AllowanceNotify: 'E', NotifyMail: contact.email }
      const about = { InvoiceNo: paper.number, InvoiceDate: dayOf(paper.issuedAt), CustomerName: contact.name.slice(0, 60) }
      const answer = await call('Allowance', { ...about, ...told, AllowanceAmount: amount, Items: items }, now)
      return doneWith(answer, (fields) => withNumber(textOf(fields['IA_Allow_No'])))
    },
    async voidAllowance({ number }, allowanceNo, reason, now) {
      const answer = await call('AllowanceInvalid', { InvoiceNo: number, AllowanceNo: allowanceNo, Reason: reason.slice(0, 20) }, now)
      return doneWith(answer, () => ({}), codes.allowanceAlreadyVoid)
    },
    ask: async ({ relateNo }, now) => askedIn(await call('GetIssue', { RelateNumber: relateNo }, now), relateNo),
    async askAllowances(paper, now) {
      const data = { SearchType: '1', AllowanceNo: '', InvoiceNo: paper.number, Date: dayOf(paper.issuedAt) }
      const answer = await call('GetAllowanceList', data, now)
      if (answer.kind !== 'answered') return { kind: 'no-answer', words: answer.words }
      if (answer.code !== codes.done)
        return codes.notFound.includes(answer.code) ? { kind: 'found', allowances: [] } : { kind: 'no-answer', words: answer.words }
      const rows = Array.isArray(answer.fields['AllowanceInfo']) ? (answer.fields['AllowanceInfo'] as Record<string, unknown>[]) : []
      const live = rows.filter((row) => row['IA_Invalid_Status'] !== '1')
      return {
        kind: 'found',
        allowances: live.map((row) => ({ number: textOf(row['IA_Allow_No']), amount: wholeOf(row['IA_Total_Amount']) })),
      }
    },
    async checkBuyer({ kind, code, taxId }, now) {
      if (kind === 'mobile') return exists('CheckBarcode', { BarCode: code }, now)
      if (kind === 'donation') return exists('CheckLoveCode', { LoveCode: code }, now)
      // The open data of businesses is not complete, so that a number without an entry may be right.
      if (kind === 'business')
        return (await exists('CheckCompanyIdentifier', { CompanyIdentifier: taxId }, now)) === 'known' ? 'known' : 'unsure'
      return 'known'
    },
  }
}

function issueFields({ relateNo, orderNo, amount, lines, buyer, contact }: NewPaper): Record<string, unknown> {
  return {
    RelateNumber: relateNo,
    CustomerName: (buyer.title || contact.name).slice(0, 60),
    // Printing asks for an address; ours are handed over at the centre.
    ...(buyer.kind === 'business' || buyer.kind === 'paper' ? { CustomerAddr: '臨櫃' } : {}),
    CustomerEmail: contact.email,
    CustomerPhone: contact.email === '' ? contact.mobile : '',
    ...buyerFields(buyer),
    TaxType: '1',
    SalesAmount: amount,
    InvType: '07',
    vat: '1',
    InvoiceRemark: orderNo,
    Items: lines.map(({ text, count, amount: sum }, at) => ({
      ItemSeq: at + 1,
      ItemName: text.slice(0, 100),
      ItemCount: count,
      ItemWord: '式',
      ItemPrice: sum / count,
      ItemTaxType: '1',
      ItemAmount: sum,
    })),
  }
}

/** A number of a business needs paper, unless a carrier keeps the invoice. */
function buyerFields({ kind, code, taxId }: Buyer): Record<string, string> {
  const none = { Print: '0', Donation: '0', LoveCode: '', CarrierType: '', CarrierNum: '', CustomerIdentifier: '' }
  if (kind === 'donation') return { ...none, Donation: '1', LoveCode: code }
  if (kind === 'business') return { ...none, Print: '1', CustomerIdentifier: taxId }
  if (kind === 'paper') return { ...none, Print: '1' }
  const types = { member: '1', citizen: '2', mobile: '3' } as const
  return { ...none, CarrierType: types[kind], CarrierNum: code }
}

/** `asGood`: a refusal that says that it was done before. */
function doneWith<T extends object>(answer: Opened, read: (fields: Record<string, unknown>) => T | undefined, asGood?: number): Answer<T> {
  if (answer.kind !== 'answered') return answer
  const { code, words, fields } = answer
  if (code === codes.done || code === asGood) {
    const value = read(fields)
    return value ? { kind: 'done', value } : { kind: 'unclear', code: 'not_understood', words }
  }
  if (!Number.isInteger(code)) return { kind: 'unclear', code: 'not_understood', words }
  return { kind: codes.later.includes(code) ? 'later' : 'refused', code: String(code), words }
}

const withNumber = (number: string): { number: string } | undefined => (number === '' ? undefined : { number })

function issuedIn(fields: Record<string, unknown>, [number, random, date]: [string, string, string]) {
  const issuedAt = readMoment(textOf(fields[date]).replaceAll('-', '/'))?.at
  const no = textOf(fields[number])
  return /^[A-Z]{2}\d{8}$/.test(no) && issuedAt ? { number: no, randomCode: textOf(fields[random]) || null, issuedAt } : undefined
}

function askedIn(answer: Opened, relateNo: string): Asked {
  if (answer.kind !== 'answered') return { kind: 'no-answer', words: answer.words }
  if (codes.notFound.includes(answer.code)) return { kind: 'unknown' }
  const { fields, words } = answer
  const issued = issuedIn(fields, ['IIS_Number', 'IIS_Random_Number', 'IIS_Create_Date'])
  const isAbout = textOf(fields['IIS_Relate_Number']).toUpperCase() === relateNo.toUpperCase()
  if (answer.code !== codes.done || !issued || !isAbout) return { kind: 'no-answer', words }
  return {
    kind: 'found',
    paper: { ...issued, amount: wholeOf(fields['IIS_Sales_Amount']), isVoid: textOf(fields['IIS_Invalid_Status']) === '1' },
  }
}

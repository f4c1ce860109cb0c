import { dayOf } from '#lib/zone.ts'
import { textOf, wholeOf } from '../../src/modules/invoices/answer-fields.ts'
import { writeMoment } from '../../src/lib/slashed-moments.ts'
import { answerEnvelope, type Said } from './ecpay-envelope.ts'
import type { PaperBooks } from './store.ts'

/** ECPay's receipts as its papers describe them. Its refusals have no codes there: ours begin with 98. */
export const answerEcpayReceipts = (
  books: PaperBooks,
  path: string,
  body: string,
  now: Date,
): Promise<{ status: number; text: string }> => {
  const call = calls[path.slice('/Receipt/'.length)]
  if (!call) return Promise.resolve({ status: 404, text: '' })
  return answerEnvelope(body, undefined, now, (data) => call(books, data, now))
}

const issuer = 'ecpay-receipt'
type Data = Record<string, unknown>
const no = (code: number, words: string): Said => ({ code, words })
const done = (more: Data): Said => ({ code: 1, words: '成功', more })
const moment = (at: Date) => writeMoment(at).replaceAll('/', '-')

const calls: Record<string, (books: PaperBooks, data: Data, now: Date) => Promise<Said>> = {
  async Issue(books, data, now) {
    const relateNo = textOf(data['RelateNumber'])
    const items = Array.isArray(data['Items']) ? (data['Items'] as Data[]) : []
    const amount = wholeOf(data['Amount'])
    if (!/^[0-9A-Za-z]{1,64}$/.test(relateNo)) return no(9_800_001, '自訂編號錯誤')
    if (data['ReceiptType'] !== 1 || textOf(data['Name']) === '' || textOf(data['Name']).length > 60)
      return no(9_800_002, '收據類型或抬頭錯誤')
    if (data['RetrievalMethod'] === 2 && textOf(data['Email']) === '') return no(9_800_003, '電子郵件未填')
    if (amount <= 0 || items.reduce((sum, item) => sum + Number(item['ItemAmount']), 0) !== amount) return no(9_800_004, '金額不符')
    const number = `Sale${dayOf(now).replaceAll('-', '')}${String((await books.nextNumber()) % 100_000_000).padStart(8, '0')}`
    const fields = { Amount: amount, Items: items }
    if (!(await books.insert(issuer, { relateNo, number, randomCode: '', amount, fields }, now))) return no(9_800_005, '自訂編號重複')
    return done({ ReceiptNo: number, ReceiptDate: moment(now) })
  },
  async Invalid(books, data, now) {
    const paper = await books.find(issuer, { number: textOf(data['ReceiptNo']) })
    if (!paper) return no(9_800_006, '查無收據')
    if (paper.voidedAt) return no(9_800_007, '收據已作廢')
    if (textOf(data['Reason']) === '') return no(9_800_008, '作廢原因未填')
    await books.void(paper.number, now)
    return done({ ReceiptNo: paper.number })
  },
  async GetReceipt(books, data) {
    const by = textOf(data['ReceiptNo']) === '' ? { relateNo: textOf(data['RelateNumber']) } : { number: textOf(data['ReceiptNo']) }
    const paper = await books.find(issuer, by)
    if (!paper) return no(9_800_006, '查無收據')
    const { number, amount, issuedAt, voidedAt } = paper
    return done({ ReceiptNo: number, Amount: amount, ReceiptDate: moment(issuedAt), InvalidStatus: voidedAt ? '1' : '0' })
  },
}

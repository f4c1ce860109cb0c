import { randomInt } from 'node:crypto'
import { isTaxId } from '#lib/taiwan-tax-id.ts'
import { dayOf } from '#lib/zone.ts'
import { wholeOf } from '../../src/modules/invoices/answer-fields.ts'
import { checkCode, checkValue, openQuery, sealQuery } from '../../src/modules/invoices/issuers/ezpay/post-data.ts'
import { demoKeys } from '../../src/modules/invoices/issuers/ezpay/settings.ts'
import { voidableBefore } from '../../src/modules/invoices/rules.ts'
import { writeMoment } from '../../src/lib/slashed-moments.ts'
import { unknownBarcode, unknownDonation } from './ecpay-invoices.ts'
import type { DemoPaper, PaperBooks } from './store.ts'

/** ezPay as its manual describes it, for the demo and for tests: encrypted forms, signed answers, its codes. */
export async function answerEzpay(books: PaperBooks, path: string, body: string, now: Date): Promise<{ status: number; text: string }> {
  const outer = Object.fromEntries(new URLSearchParams(body))
  const call = calls[path.split('/').at(-1) ?? '']
  if (!call) return { status: 404, text: '' }
  const query = openQuery(outer['PostData_'] ?? '', demoKeys)
  if (outer['MerchantID_'] !== demoKeys.merchantId) return said(no('KEY10012', '資料傳遞錯誤'))
  if (query === undefined) return said(no('KEY10002', '資料解密錯誤'))
  if (path.includes('/Api_inv_application/') && outer['CheckValue'] !== checkValue(outer['PostData_'] ?? '', demoKeys))
    return said(no('KEY10002', 'CheckValue'))
  return said(await call(books, Object.fromEntries(new URLSearchParams(query)), now))
}

const issuer = 'ezpay'
type Fields = Record<string, string>
type Said = { Status: string; Message: string; Result: string }
const said = (answer: Said) => ({ status: 200, text: JSON.stringify(answer) })
const no = (Status: string, Message: string): Said => ({ Status, Message, Result: '' })
const done = (result: Record<string, unknown>): Said => ({ Status: 'SUCCESS', Message: '成功', Result: JSON.stringify(result) })

const signed = (paper: Pick<DemoPaper, 'number' | 'relateNo' | 'randomCode' | 'amount' | 'issuedAt'>) => {
  const fields = {
    MerchantID: demoKeys.merchantId,
    InvoiceTransNo: `T${paper.number}`,
    MerchantOrderNo: paper.relateNo,
    TotalAmt: String(paper.amount),
    RandomNum: paper.randomCode,
    InvoiceNumber: paper.number,
    CreateTime: writeMoment(paper.issuedAt).replaceAll('/', '-'),
  }
  return { ...fields, CheckCode: checkCode(fields, demoKeys) }
}

const calls: Record<string, (books: PaperBooks, fields: Fields, now: Date) => Promise<Said>> = {
  async invoice_issue(books, fields, now) {
    const wrong = whyNotIssue(fields)
    if (wrong) return wrong
    const number = `EZ${String((await books.nextNumber()) % 100_000_000).padStart(8, '0')}`
    const paper = {
      relateNo: fields['MerchantOrderNo']!,
      number,
      randomCode: String(randomInt(10_000)).padStart(4, '0'),
      amount: wholeOf(fields['TotalAmt']),
      fields: { ItemName: fields['ItemName'], ItemAmt: fields['ItemAmt'], Category: fields['Category'] },
    }
    if (!(await books.insert(issuer, paper, now))) return no('LIB10003', '商店自訂編號重覆')
    return done({ ...signed({ ...paper, issuedAt: now }), QRcodeL: `${number}L`, QRcodeR: '**' })
  },
  async invoice_search(books, fields) {
    const paper = await books.find(issuer, { relateNo: fields['MerchantOrderNo'] ?? '' })
    if (!paper || String(paper.amount) !== fields['TotalAmt']) return no('INV20006', '查無發票資料')
    return done({ ...signed(paper), InvoiceStatus: paper.voidedAt ? '2' : '1' })
  },
  async invoice_invalid(books, fields, now) {
    const paper = await books.find(issuer, { number: fields['InvoiceNumber'] ?? '' })
    if (!paper) return no('INV20006', '查無發票資料')
    if (paper.voidedAt) return no('LIB10005', '發票已作廢過')
    if (paper.allowances.some(({ isVoid }) => !isVoid)) return no('LIB10007', '無法作廢')
    if (voidableBefore(paper.issuedAt) <= now) return no('LIB10008', '超過可作廢期限')
    await books.void(paper.number, now)
    return done({ InvoiceNumber: paper.number })
  },
  async allowance_issue(books, fields, now) {
    const paper = await books.find(issuer, { number: fields['InvoiceNo'] ?? '' })
    const amount = wholeOf(fields['TotalAmt'])
    if (!paper || paper.voidedAt || paper.relateNo !== fields['MerchantOrderNo']) return no('INV20006', '查無發票資料')
    if (amount <= 0 || Number(fields['ItemAmt']) + Number(fields['ItemTaxAmt']) !== amount) return no('INV10012', '折讓金額驗證錯誤')
    const number = `A${dayOf(now).replaceAll('-', '').slice(2)}${String((await books.nextNumber()) % 100_000_000).padStart(8, '0')}`
    if (!(await books.allow({ number, paper: paper.number, amount }, now))) return no('IAI10004', '折讓金額超過餘額')
    return done({ AllowanceNo: number, InvoiceNumber: paper.number, AllowanceAmt: amount, RemainAmt: paper.rest - amount })
  },
  async allowanceInvalid(books, fields, now) {
    await books.voidAllowance(fields['AllowanceNo'] ?? '', now)
    return done({ AllowanceNo: fields['AllowanceNo'] })
  },
  checkBarCode: async (_books, { CellphoneBarcode }) =>
    existing({ CellphoneBarcode, IsExist: CellphoneBarcode === unknownBarcode ? 'N' : 'Y' }),
  checkLoveCode: async (_books, { LoveCode }) => existing({ Lovecode: LoveCode, IsExist: LoveCode === unknownDonation ? 'N' : 'Y' }),
}

/** Answers about carriers are encrypted. */
const existing = (result: Record<string, unknown>): Said => ({
  Status: 'SUCCESS',
  Message: '成功',
  Result: sealQuery(JSON.stringify(result), demoKeys),
})

function whyNotIssue(fields: Fields): Said | undefined {
  const of = (name: string) => fields[name] ?? ''
  const parts = (name: string) => of(name).split('|').map(Number)
  if (!/^[0-9A-Za-z_]{1,20}$/.test(of('MerchantOrderNo'))) return no('INV10014', '自訂編號格式錯誤')
  if (of('BuyerName') === '' || !['B2C', 'B2B'].includes(of('Category'))) return no('INV10013', '發票欄位資料不齊全或格式錯誤')
  const [amount, net] = [Number(of('TotalAmt')), Number(of('Amt'))]
  if (net + Number(of('TaxAmt')) !== amount || net !== Math.round(amount / 1.05)) return no('INV10012', '發票金額、課稅別驗證錯誤')
  const [counts, prices, sums] = [parts('ItemCount'), parts('ItemPrice'), parts('ItemAmt')]
  if (of('ItemName').split('|').length !== sums.length || counts.length !== sums.length) return no('INV10003', '商品資訊格式錯誤')
  if (sums.some((sum, n) => sum !== counts[n]! * prices[n]!)) return no('INV10004', '商品小計計算錯誤')
  const isToBusiness = of('Category') === 'B2B'
  if (sums.reduce((all, sum) => all + sum, 0) !== (isToBusiness ? net : amount)) return no('INV10012', '發票金額驗證錯誤')
  if (isToBusiness)
    return isTaxId(of('BuyerUBN')) && of('PrintFlag') === 'Y' && of('CarrierType') === '' ? undefined : no('INV10013', '統一編號錯誤')
  if ((of('CarrierType') !== '' || of('LoveCode') !== '') !== (of('PrintFlag') === 'N')) return no('INV10013', '索取紙本註記錯誤')
  if (of('CarrierType') === '0' && decodeURIComponent(of('CarrierNum')) === unknownBarcode) return no('INV70001', '手機條碼錯誤')
  return undefined
}

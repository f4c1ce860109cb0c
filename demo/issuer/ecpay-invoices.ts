import { randomInt } from 'node:crypto'
import { isTaxId } from '#lib/taiwan-tax-id.ts'
import { dayOf } from '#lib/zone.ts'
import { textOf, wholeOf } from '../../src/modules/invoices/answer-fields.ts'
import { voidableBefore } from '../../src/modules/invoices/rules.ts'
import { writeMoment } from '../../src/lib/slashed-moments.ts'
import { answerEnvelope, type Said } from './ecpay-envelope.ts'
import type { DemoPaper, PaperBooks } from './store.ts'

/**
 * ECPay's B2CInvoice as its papers describe it, for the demo and for tests: the same envelope, the same refusals. Codes that the papers
 * do not name begin with 99.
 */
export const answerEcpayInvoices = (
  books: PaperBooks,
  path: string,
  body: string,
  now: Date,
): Promise<{ status: number; text: string }> => {
  const call = calls[path.slice('/B2CInvoice/'.length)]
  if (!call) return Promise.resolve({ status: 404, text: '' })
  return answerEnvelope(body, '3.0.0', now, (data) => call(books, data, now))
}

const issuer = 'ecpay'
type Data = Record<string, unknown>
type Call = (books: PaperBooks, data: Data, now: Date) => Promise<Said>

/** A barcode, a donation code and a business that nobody has. */
export const unknownBarcode = '/NOBODY0'
export const unknownDonation = '999'
export const unknownTaxId = '12345675'

const done = (words: string, more: Data = {}): Said => ({ code: 1, words, more })
const no = (code: number, words: string): Said => ({ code, words })
const moment = (at: Date) => writeMoment(at).replaceAll('/', '-')
const notFound = no(1_600_003, '無發票號碼資料')

const calls: Record<string, Call> = {
  async Issue(books, data, now) {
    const relateNo = textOf(data['RelateNumber'])
    const wrong = whyNotIssue(data)
    if (wrong) return wrong
    const number = `FH${String((await books.nextNumber()) % 100_000_000).padStart(8, '0')}`
    const paper = {
      relateNo,
      number,
      randomCode: String(randomInt(10_000)).padStart(4, '0'),
      amount: wholeOf(data['SalesAmount']),
      fields: withoutBuyer(data),
    }
    if (!(await books.insert(issuer, paper, now))) return no(5_070_357, '自訂編號重覆，請重新設定')
    return done('開立發票成功', { InvoiceNo: number, InvoiceDate: moment(now), RandomNumber: paper.randomCode })
  },
  async Invalid(books, data, now) {
    const paper = await findByNumber(books, data)
    if (!paper) return notFound
    if (textOf(data['Reason']).length === 0 || textOf(data['Reason']).length > 20) return no(9_900_001, '作廢原因長度錯誤')
    if (paper.voidedAt) return no(5_070_453, '該發票已被作廢過')
    if (paper.allowances.some(({ isVoid }) => !isVoid)) return no(5_070_450, '該發票已被折讓過，無法直接作廢發票')
    if (voidableBefore(paper.issuedAt) <= now) return no(9_900_002, '已超過可作廢期限')
    await books.void(paper.number, now)
    return done('作廢發票成功', { InvoiceNo: paper.number })
  },
  async Allowance(books, data, now) {
    const paper = await findByNumber(books, data)
    if (!paper || paper.voidedAt) return notFound
    const amount = wholeOf(data['AllowanceAmount'])
    if (amount <= 0 || sumOf(data) !== amount) return no(5_000_022, '驗證折讓金額發現錯誤，與商品合計金額不符')
    if (!['S', 'E', 'A', 'N'].includes(textOf(data['AllowanceNotify']))) return no(9_900_003, '通知類別錯誤')
    if (data['AllowanceNotify'] === 'E' && textOf(data['NotifyMail']) === '') return no(9_900_003, '通知信箱未填')
    const number = `${dayOf(now).replaceAll('-', '')}${String((await books.nextNumber()) % 100_000_000).padStart(8, '0')}`
    if (!(await books.allow({ number, paper: paper.number, amount }, now))) return no(9_900_004, '折讓金額超過可折讓餘額')
    const rest = paper.rest - amount
    return done('開立折讓成功', { IA_Allow_No: number, IA_Invoice_No: paper.number, IA_Date: moment(now), IA_Remain_Allowance_Amt: rest })
  },
  async AllowanceInvalid(books, data, now) {
    const paper = await books.find(issuer, { number: textOf(data['InvoiceNo']) })
    const allowance = paper?.allowances.find(({ number }) => number === textOf(data['AllowanceNo']))
    if (!paper || !allowance) return no(2_000_039, '查無折讓單資料，請確認!')
    if (allowance.isVoid) return no(2_000_063, '該折讓單已作廢過，請確認')
    if (voidableBefore(new Date(allowance.at)) <= now) return no(9_900_002, '已超過可作廢期限')
    await books.voidAllowance(allowance.number, now)
    return done('作廢折讓成功', { IA_Invoice_No: paper.number })
  },
  async GetIssue(books, data) {
    const paper = await books.find(issuer, { relateNo: textOf(data['RelateNumber']) })
    if (!paper) return no(2, '查無發票資料，請重新確認')
    return done('查詢成功', {
      IIS_Number: paper.number,
      IIS_Relate_Number: paper.relateNo,
      IIS_Sales_Amount: paper.amount,
      IIS_Random_Number: paper.randomCode,
      IIS_Create_Date: moment(paper.issuedAt),
      IIS_Invalid_Status: paper.voidedAt ? '1' : '0',
      IIS_Remain_Allowance_Amt: paper.rest,
    })
  },
  async GetAllowanceList(books, data) {
    const paper = await books.find(issuer, { number: textOf(data['InvoiceNo']) })
    if (!paper || paper.allowances.length === 0) return no(2, '查無資料')
    const rows = paper.allowances.map(({ number, amount, isVoid }) => ({
      IA_Allow_No: number,
      IA_Invoice_No: paper.number,
      IA_Total_Amount: amount,
      IA_Invalid_Status: isVoid ? '1' : '0',
    }))
    return done('查詢成功', { AllowanceInfo: rows })
  },
  CheckBarcode: async (_books, data) =>
    /^\/[0-9A-Z.+-]{7}$/.test(textOf(data['BarCode'])) ? existing(data['BarCode'] !== unknownBarcode) : no(9_900_005, '手機條碼格式錯誤'),
  CheckLoveCode: async (_books, data) =>
    /^\d{3,7}$/.test(textOf(data['LoveCode'])) ? existing(data['LoveCode'] !== unknownDonation) : no(2_020_001, '捐贈碼為3~7碼純數字'),
  CheckCompanyIdentifier: async (_books, data) =>
    isTaxId(textOf(data['CompanyIdentifier'])) ? existing(data['CompanyIdentifier'] !== unknownTaxId) : no(1_200_125, '統一編號驗證錯誤'),
}

/** Who bought it is nothing that the demo needs to keep. */
const withoutBuyer = (data: Data): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !/^(?:Customer|CarrierNum)/.test(name)))

const existing = (is: boolean): Said => done('成功', { IsExist: is ? 'Y' : 'N' })

const itemsOf = (data: Data): Data[] => (Array.isArray(data['Items']) ? (data['Items'] as Data[]) : [])
const sumOf = (data: Data): number => itemsOf(data).reduce((sum, item) => sum + Number(item['ItemAmount']), 0)

/** The number and the day have to belong together. */
async function findByNumber(books: PaperBooks, data: Data): Promise<DemoPaper | undefined> {
  const paper = await books.find(issuer, { number: textOf(data['InvoiceNo']) })
  const day = textOf(data['InvoiceDate']).replaceAll('/', '-').slice(0, 10)
  return paper && dayOf(paper.issuedAt) === day ? paper : undefined
}

/** Every rule of the papers about what goes together. */
function whyNotIssue(data: Data): Said | undefined {
  const of = (name: string) => textOf(data[name])
  const [print, donation, carrier, code, taxId] = [
    of('Print'),
    of('Donation'),
    of('CarrierType'),
    of('CarrierNum'),
    of('CustomerIdentifier'),
  ]
  if (!/^[0-9A-Za-z]{1,30}$/.test(of('RelateNumber'))) return no(9_900_010, '自訂編號格式錯誤')
  if (of('CustomerEmail') === '' && of('CustomerPhone') === '') return no(9_900_011, '客戶電話與信箱須擇一填寫')
  if (of('TaxType') !== '1' || of('InvType') !== '07') return no(9_900_012, '課稅類別錯誤')
  if (wholeOf(data['SalesAmount']) <= 0 || sumOf(data) !== wholeOf(data['SalesAmount']))
    return no(5_000_022, '驗證發票金額發現錯誤，與商品合計金額不符')
  if (
    itemsOf(data).some(
      (item) => textOf(item['ItemName']) === '' || Number(item['ItemPrice']) * Number(item['ItemCount']) !== Number(item['ItemAmount']),
    )
  )
    return no(5_000_022, '商品明細錯誤')
  if (!['0', '1'].includes(print) || !['0', '1'].includes(donation) || !['', '1', '2', '3'].includes(carrier))
    return no(9_900_013, '列印、捐贈或載具類別錯誤')
  if (print === '1' && (of('CustomerName') === '' || of('CustomerAddr') === '')) return no(9_900_014, '列印時客戶名稱與地址必填')
  if (donation === '1') {
    if (print !== '0' || taxId !== '' || carrier !== '') return no(9_900_015, '捐贈時不可列印、不可有統一編號或載具')
    if (!/^\d{3,7}$/.test(of('LoveCode')) || of('LoveCode') === unknownDonation) return no(2_020_001, '捐贈碼錯誤')
    return undefined
  }
  if (taxId !== '') {
    if (!isTaxId(taxId)) return no(1_200_125, '統一編號驗證錯誤')
    if (print !== (carrier === '' ? '1' : '0') && carrier !== '3') return no(9_900_016, '統一編號與列印註記不符')
  } else if (print === (carrier === '' ? '0' : '1')) return no(9_900_017, '無載具時須列印，有載具時不可列印')
  if ((carrier === '' || carrier === '1') && code !== '') return no(9_900_018, '載具編號須為空')
  if (carrier === '2' && !/^[A-Z]{2}\d{14}$/.test(code)) return no(9_900_018, '自然人憑證格式錯誤')
  if (carrier === '3' && (!/^\/[0-9A-Z.+-]{7}$/.test(code) || code === unknownBarcode)) return no(9_900_018, '手機條碼錯誤')
  return undefined
}

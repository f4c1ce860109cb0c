import { readMoment } from '#lib/slashed-moments.ts'
import type { Send } from '#modules/payments/provider.ts'
import { textOf, wholeOf } from '../../answer-fields.ts'
import { read, shown, variables } from '../../merchant-settings.ts'
import { callEcpay, type EnvelopeSettings, type Opened } from '../ecpay/envelope.ts'
import { demo, type EcpayInvoiceSettings } from '../ecpay/settings.ts'
import type { Answer, Issuer, IssuerCalls } from '../../issuer.ts'

/** Electronic receipts (電子收據) of ECPay, for centres that issue no invoices. It has no allowances. */
export const ecpayReceipt: Issuer<EcpayInvoiceSettings> = {
  name: 'ecpay-receipt',
  title: { tw: '綠界科技電子收據', en: 'ECPay e-receipts' },
  paper: 'receipt',
  buyers: ['paper', 'business'],
  settings: { variables, read, demo },
  shown,
  voidableBefore: () => undefined,
  canAllow: false,
  open: (set, { send }) => openReceipts(set, send),
  // Loaded when somebody asks: it knows all words of the doctor's.
  check: async (set, send, now) =>
    (await import('../ecpay/check.ts')).checkEnvelope(set, send, { path: '/Receipt/GetReceipt', revision: undefined }, now),
}

/** Receipts: https://developers.ecpay.com.tw/64254/ */
function openReceipts(set: EnvelopeSettings, send: Send): IssuerCalls {
  const call = (path: string, data: Record<string, unknown>, now: Date): Promise<Opened> =>
    callEcpay(set, send, { path: `/Receipt/${path}`, data, revision: undefined }, now)
  const ask: IssuerCalls['ask'] = async ({ relateNo }, now) => {
    const answer = await call('GetReceipt', { RelateNumber: relateNo }, now)
    if (answer.kind !== 'answered') return { kind: 'no-answer', words: answer.words }
    const number = textOf(answer.fields['ReceiptNo'])
    // The papers name no code for a receipt that there is none of; whatever is no success has no number.
    if (answer.code !== 1) return Number.isInteger(answer.code) ? { kind: 'unknown' } : { kind: 'no-answer', words: answer.words }
    if (number === '') return { kind: 'no-answer', words: answer.words }
    const { fields } = answer
    const isVoid = textOf(fields['InvalidStatus']) === '1'
    return {
      kind: 'found',
      paper: { number, randomCode: null, issuedAt: momentIn(fields, now), amount: wholeOf(fields['Amount']), isVoid },
    }
  }
  const none: Answer<never> = { kind: 'refused', code: 'no_allowances', words: '' }
  return {
    ask,
    async issue({ relateNo, amount, lines, buyer, contact, orderNo }, now) {
      const items = lines.map(({ text, count, amount: sum }) => ({
        ItemName: text.slice(0, 100),
        ItemCount: count,
        ItemWord: '式',
        ItemPrice: sum / count,
        ItemAmount: sum,
      }))
      const data = {
        RelateNumber: relateNo,
        ReceiptType: 1,
        Amount: amount,
        Name: (buyer.title || contact.name || orderNo).slice(0, 60),
        ...(buyer.taxId === '' ? {} : { Identifier: buyer.taxId }),
        RetrievalMethod: contact.email === '' ? 1 : 2,
        Email: contact.email,
        Items: items,
      }
      const answer = await call('Issue', data, now)
      const issued = doneWith(answer, (fields) => {
        const number = textOf(fields['ReceiptNo'])
        return number === '' ? undefined : { number, randomCode: null, issuedAt: momentIn(fields, now) }
      })
      // A refusal may mean that the number is taken, and the papers name no code for it: asking tells.
      if (issued.kind !== 'refused') return issued
      return (await ask({ relateNo, amount }, now)).kind === 'found' ? { ...issued, kind: 'unclear', code: 'same_number' } : issued
    },
    async void({ number }, reason, now) {
      return doneWith(await call('Invalid', { ReceiptNo: number, Reason: reason.slice(0, 200) }, now), () => ({}))
    },
    allow: async () => none,
    voidAllowance: async () => none,
    askAllowances: async () => ({ kind: 'found', allowances: [] }),
    checkBuyer: async () => 'unsure',
  }
}

const momentIn = (fields: Record<string, unknown>, now: Date): Date =>
  readMoment(textOf(fields['ReceiptDate']).replaceAll('-', '/'))?.at ?? now

function doneWith<T extends object>(answer: Opened, make: (fields: Record<string, unknown>) => T | undefined): Answer<T> {
  if (answer.kind !== 'answered') return answer
  const { code, words, fields } = answer
  const value = code === 1 ? make(fields) : undefined
  if (value) return { kind: 'done', value }
  return code === 1 || !Number.isInteger(code)
    ? { kind: 'unclear', code: 'not_understood', words }
    : { kind: 'refused', code: String(code), words }
}

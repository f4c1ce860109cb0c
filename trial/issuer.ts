import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { objectIn } from '#lib/sealed-json.ts'
import { textOf, wholeOf } from '#modules/invoices/answer-fields.ts'
import { testKeys, type EcpayInvoiceSettings } from '#modules/invoices/issuers/ecpay/settings.ts'
import { dayOf } from '#lib/zone.ts'
import { writeMoment } from '#lib/slashed-moments.ts'
import { answerEnvelope, type Said } from '../demo/issuer/ecpay-envelope.ts'
import type { Dice } from './dice.ts'

/** An invoice in the issuer's books. */
export type IssuedInvoice = { relateNo: string; number: string; amount: number; at: Date; isVoid: boolean; allowances: number[] }

export type TrialIssuer = {
  config: EcpayInvoiceSettings
  /** From now on no answer is lost. */
  behave(): void
  close(): Promise<void>
}

/**
 * An issuer of invoices that is a party of its own, with books in its memory. It speaks ECPay's protocol, and until it behaves it loses
 * questions, answers after the deed, and answers with a page instead.
 */
export async function openIssuer(books: Map<string, IssuedInvoice>, dice: Dice): Promise<TrialIssuer> {
  let behaves = false
  const server = createServer(async (asked, answer) => {
    const body = await text(asked).catch(() => '')
    if (!behaves && dice.oneIn(12)) return void asked.socket.destroy()
    const said = await answerIn(books, asked.url ?? '', body)
    if (!behaves && dice.oneIn(6)) return void asked.socket.destroy()
    if (!behaves && dice.oneIn(15)) return void answer.writeHead(502).end('<html>Bad gateway</html>')
    answer.writeHead(said.status, { 'content-type': 'application/json' }).end(said.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    config: { url, ...testKeys, demo: false },
    behave: () => void (behaves = true),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** It goes by the clock of whoever asks: at the end of a trial, days pass within seconds. */
function answerIn(books: Map<string, IssuedInvoice>, path: string, body: string): Promise<{ status: number; text: string }> {
  const header = objectIn(body)?.['RqHeader'] as Record<string, unknown> | undefined
  const now = new Date(Number(header?.['Timestamp']) * 1000)
  return answerEnvelope(body, '3.0.0', now, async (data) => tell(books, path.split('/').at(-1) ?? '', data, now))
}

const no = (code: number): Said => ({ code, words: 'no' })
const done = (more: Record<string, unknown>): Said => ({ code: 1, words: 'ok', more })
const moment = (at: Date) => writeMoment(at).replaceAll('/', '-')

function tell(books: Map<string, IssuedInvoice>, call: string, data: Record<string, unknown>, now: Date): Said {
  const relateNo = textOf(data['RelateNumber'])
  if (call === 'Issue') return issue(books, relateNo, wholeOf(data['SalesAmount']), now)
  const paper = call === 'GetIssue' ? books.get(relateNo) : [...books.values()].find(({ number }) => number === data['InvoiceNo'])
  if (!paper) return no(2)
  const rest = paper.amount - paper.allowances.reduce((sum, one) => sum + one, 0)
  switch (call) {
    case 'GetIssue':
      return done({
        IIS_Number: paper.number,
        IIS_Relate_Number: paper.relateNo,
        IIS_Sales_Amount: paper.amount,
        IIS_Create_Date: moment(paper.at),
        IIS_Invalid_Status: paper.isVoid ? '1' : '0',
      })
    case 'Invalid':
      if (paper.isVoid) return no(5_070_453)
      if (paper.allowances.length > 0) return no(5_070_450)
      paper.isVoid = true
      return done({})
    case 'Allowance':
      if (paper.isVoid || wholeOf(data['AllowanceAmount']) > rest) return no(9_900_004)
      paper.allowances.push(wholeOf(data['AllowanceAmount']))
      return done({ IA_Allow_No: allowanceNo(paper, paper.allowances.length) })
    case 'GetAllowanceList':
      return done({
        AllowanceInfo: paper.allowances.map((amount, n) => ({
          IA_Allow_No: allowanceNo(paper, n + 1),
          IA_Total_Amount: amount,
          IA_Invalid_Status: '0',
        })),
      })
    default:
      return no(404)
  }
}

function issue(books: Map<string, IssuedInvoice>, relateNo: string, amount: number, at: Date): Said {
  if (books.has(relateNo)) return no(5_070_357)
  const number = `TR${String(books.size + 1).padStart(8, '0')}`
  books.set(relateNo, { relateNo, number, amount, at, isVoid: false, allowances: [] })
  return done({ InvoiceNo: number, InvoiceDate: moment(at), RandomNumber: '1234' })
}

const allowanceNo = ({ number, at }: IssuedInvoice, n: number) => `${dayOf(at).replaceAll('-', '')}${number.slice(2)}${n}`

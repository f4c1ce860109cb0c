import { sql } from 'kysely'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Db } from '#db/connect.ts'
import type { MerchantSettings } from '#modules/invoices/merchant-settings.ts'
import { testKeys } from '#modules/invoices/issuers/ecpay/settings.ts'
import { demoKeys } from '#modules/invoices/issuers/ezpay/settings.ts'
import { answerAsIssuer } from '../demo/issuer/send.ts'
import type { DemoPaper, PaperBooks } from '../demo/issuer/store.ts'
import type { Dice } from './dice.ts'
import type { IssuerName } from './options.ts'
import type { Outages } from './outages.ts'

/** An invoice or a receipt in the issuer's books; `allowances` are those that are not void. */
export type IssuedInvoice = { relateNo: string; amount: number; isVoid: boolean; allowances: number[] }

export type TrialIssuer = {
  name: IssuerName
  settings: MerchantSettings
  /** Its day goes on by this clock from now on, and no answer is lost. */
  behave(now: Date): void
  /** Allowances of a paper that are not void, as finance reads them at the issuer. */
  allowancesOf(number: string): { number: string; amount: number }[]
  /** What it has issued, as the history has it. `db`: of the service, for the centre that is its own issuer. */
  write(invoices: Map<string, IssuedInvoice>, db: Db): Promise<void>
  close(): Promise<void>
}

/**
 * An issuer that is a party of its own, with books in its memory: it refuses what the demo's issuers refuse, and until it behaves it
 * loses questions, answers after the deed, and answers with a page instead.
 */
export async function openIssuer(name: IssuerName, dice: Dice, outages: Outages): Promise<TrialIssuer> {
  let at: Date | undefined
  const papers = new Map<string, DemoPaper>()
  const books = booksInMemory(papers)
  const server = createServer(async (asked, answer) => {
    const body = await text(asked).catch(() => '')
    if (!at && dice.oneIn(12)) return void asked.socket.destroy()
    const said = await answerAsIssuer(books, asked.url ?? '', body, at ?? new Date())
    if (!at && (await outages.loses('the issuer', dice.oneIn(6)))) return void asked.socket.destroy()
    if (!at && dice.oneIn(15)) return void answer.writeHead(502).end('<html>Bad gateway</html>')
    answer.writeHead(said.status, { 'content-type': 'application/json' }).end(said.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const live = ({ allowances }: DemoPaper) => allowances.filter(({ isVoid }) => !isVoid)
  return {
    name,
    settings: { url, ...(name === 'ezpay' ? demoKeys : testKeys), demo: false },
    behave: (now) => void (at = now),
    allowancesOf: (number) => live([...papers.values()].find((paper) => paper.number === number)!),
    async write(invoices, db) {
      for (const paper of papers.values())
        invoices.set(paper.relateNo, {
          relateNo: paper.relateNo,
          amount: paper.amount,
          isVoid: paper.voidedAt !== null,
          allowances: live(paper).map(({ amount }) => amount),
        })
      if (name === 'own') for (const receipt of await readOwn(db)) invoices.set(receipt.relateNo, receipt)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function booksInMemory(papers: Map<string, DemoPaper>): PaperBooks {
  const byNumber = (wanted: string) => [...papers.values()].find(({ number }) => number === wanted)
  let last = 0
  return {
    find: async (_, by) => structuredClone('number' in by ? byNumber(by.number) : papers.get(by.relateNo.toLowerCase())),
    nextNumber: async () => (last += 1),
    async insert(_, paper, now) {
      const key = paper.relateNo.toLowerCase()
      if (papers.has(key)) return false
      papers.set(key, { ...paper, issuedAt: now, voidedAt: null, rest: paper.amount, allowances: [] })
      return true
    },
    async void(number, now) {
      byNumber(number)!.voidedAt = now
    },
    async allow({ number, paper: of, amount }, now) {
      const paper = byNumber(of)
      if (!paper || paper.rest < amount) return false
      paper.rest -= amount
      paper.allowances.push({ number, amount, at: now.toISOString(), isVoid: false })
      return true
    },
    async voidAllowance(number) {
      const paper = [...papers.values()].find(({ allowances }) => allowances.some((one) => one.number === number))
      const allowance = paper?.allowances.find((one) => one.number === number)
      if (!paper || !allowance || allowance.isVoid) return
      allowance.isVoid = true
      paper.rest += allowance.amount
    },
  }
}

/** Receipts of the centre's own, which are in its database. */
async function readOwn(db: Db): Promise<IssuedInvoice[]> {
  const { rows } = await sql<IssuedInvoice>`
    select r.relate_no as "relateNo", r.amount, r.voided_at is not null as "isVoid",
      array(select b.amount from own_receipts b where b.back_of = r.relate_no and b.voided_at is null) as allowances
    from own_receipts r where r.back_of is null`.execute(db)
  return rows
}

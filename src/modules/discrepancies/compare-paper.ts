import type { OpenIssuer } from '#modules/invoices/issuer.ts'
import { allowancesOf, readInvoice, type ReadInvoice } from '#modules/invoices/read-store.ts'
import type { CheckDeps, Compared } from './deps.ts'
import { differencesOfPaper, type TheirPaper } from './rules.ts'
import { insertDiscrepancies, type Queued } from './store.ts'

const hour = 3_600_000

/** Holds a paper against what its issuer has under our number. */
export async function comparePaper({ db, issuers }: CheckDeps, queued: Queued, now: Date): Promise<Compared> {
  const issuer = issuers.of(queued.asked)
  const invoice = await readInvoice(db, queued.subjectId)
  if (!issuer || !invoice) return { kind: 'skipped' }
  // Something is just being done about it: until then nobody can say what is right.
  if (isMoving(invoice)) return moving(now)
  const theirs = await askFor(issuer, invoice, now)
  if (theirs.kind === 'no-answer') return { kind: 'no-answer', reason: theirs.words }
  if (theirs.kind === 'unknowable') return { kind: 'skipped' }
  const after = await readInvoice(db, queued.subjectId)
  if (after?.state !== invoice.state || after.deeds.length !== invoice.deeds.length || isMoving(after)) return moving(now)
  const { state, amount, number } = invoice
  const allowed = allowancesOf(invoice).reduce((sum, one) => sum + one.amount, 0)
  const differences = differencesOfPaper({ state, amount, number, allowed }, theirs.kind === 'found' ? theirs.paper : undefined)
  const about = { day: queued.day, orderId: invoice.orderId, attemptId: null, invoiceId: invoice.id, asked: queued.asked }
  return { kind: 'compared', found: await insertDiscrepancies(db, about, differences, now) }
}

const isMoving = ({ deeds }: ReadInvoice): boolean => deeds.some(({ state }) => state === 'open')
const moving = (now: Date): Compared => ({ kind: 'later', until: new Date(now.getTime() + hour), problem: 'moving' })

type Theirs = { kind: 'found'; paper: TheirPaper } | { kind: 'unknown' } | { kind: 'unknowable' } | { kind: 'no-answer'; words: string }

async function askFor(issuer: OpenIssuer, { relateNo, amount, issuedAt }: ReadInvoice, now: Date): Promise<Theirs> {
  const asked = await issuer.ask({ relateNo, amount }, now)
  if (asked.kind !== 'found') return asked
  const { number, amount: theirAmount, isVoid } = asked.paper
  const paper = { number, amount: theirAmount, isVoid }
  if (isVoid) return { kind: 'found', paper: { ...paper, allowed: null } }
  const given = await issuer.askAllowances({ relateNo, number, amount: theirAmount, rest: theirAmount, issuedAt: issuedAt ?? now }, now)
  if (given.kind === 'no-answer') return given
  const allowed = given.kind === 'found' ? given.allowances.reduce((sum, one) => sum + one.amount, 0) : null
  return { kind: 'found', paper: { ...paper, allowed } }
}

import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { OnFailure } from '#db/one-by-one.ts'
import { DatabaseUnavailable } from '#db/unavailable.ts'
import type { Log } from '#http/log.ts'
import { invoice_line_back, invoice_reason_back, invoice_reason_mend } from '#i18n/generated/messages.js'
import { defaultLocale } from '#i18n/languages.ts'
import type { Clock } from '#lib/clock.ts'
import { claimDeed, finishDeed, noteProblem, type DueDeed } from './deed-store.ts'
import type { Answer, IssuedPaper, NewPaper, OpenIssuer, PaperAtIssuer } from './issuer.ts'
import type { Issuers } from './issuers.ts'
import { planInvoices } from './plan-invoices.ts'
import { waitMinutes } from './rules.ts'

export type InvoiceDeps = { db: Db; issuers: Issuers; log: Log; clock: Clock; onFailure: OnFailure }

const gatherFor = 300

/** Starts the job that settles invoices, at most once every 300 ms. If the call is lost, the run of the next minute does it. */
export function openInvoiceSettler({ db, jobs, log, issuers }: { db: Db; jobs: Jobs; log: Log; issuers: Issuers }): () => void {
  if (!issuers.current) return () => {}
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs.send(db, 'settle-invoices-soon', {}).catch((err: unknown) => log.warn({ err }, 'invoices will be issued a little later'))
    }, gatherFor).unref()
  }
}

/** A run ends after so many deeds, or when the issuer has been silent so often in a row; the next one goes on. */
const atMost = 500
const silentAtMost = 3

/**
 * Plans and carries out until nothing is left whose turn it is: what was done for an order decides what comes next for it. Answers whether
 * something has changed.
 */
export async function settleInvoices(deps: InvoiceDeps): Promise<boolean> {
  let left = atMost
  let changed = false
  for (;;) {
    const planned = await planInvoices(deps, deps.clock.now())
    const issuer = deps.issuers.current
    const carried = issuer ? await carryOutDeeds(deps, issuer, left) : { done: 0, isSilent: false }
    left -= carried.done
    changed ||= planned > 0 || carried.done > 0
    if (carried.isSilent || left <= 0 || (planned === 0 && carried.done === 0)) return changed
  }
}

async function carryOutDeeds({ db, log, clock, onFailure }: InvoiceDeps, issuer: OpenIssuer, limit: number) {
  let silent = 0
  let done = 0
  for (; done < limit && silent < silentAtMost; done++) {
    const deed = await claimDeed(db, issuer.name, clock.now())
    if (!deed) break
    try {
      const answer = await carryOut(issuer, deed, clock.now())
      silent = answer.kind === 'done' || answer.kind === 'refused' || answer.kind === 'held' ? 0 : silent + 1
      await writeAnswer(db, deed, answer, clock.now())
      if (answer.kind !== 'done')
        log.warn({ relateNo: deed.relateNo, deed: deed.kind, issuer: issuer.name, problem: answer.code }, 'an invoice waits')
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      onFailure(error, deed.id)
      await noteProblem(db, deed, 'open', { code: 'failed', words: '' }, later(deed, clock.now()))
    }
  }
  return { done, isSilent: silent >= silentAtMost }
}

/** Papers of the law are in Chinese. */
const inLaw = { locale: defaultLocale }

type Learnt = { paper?: IssuedPaper; allowanceNo?: string }
type Outcome = Answer<Learnt> | { kind: 'held'; code: string; words: string }

/** Whatever was tried before may have been done, so that the issuer is asked first. */
async function carryOut(issuer: OpenIssuer, deed: DueDeed, now: Date): Promise<Outcome> {
  const before = deed.tries > 1 ? await findDone(issuer, deed, now) : undefined
  if (before) return before
  const paper = atIssuer(deed)
  if (deed.kind === 'issue') return learn(await issuer.issue(newPaper(deed), now), (issued) => ({ paper: issued }))
  if (deed.kind === 'void') return learn(await issuer.void(paper, deed.reason || invoice_reason_back({}, inLaw), now), () => ({}))
  if (deed.kind === 'void-allowance')
    return learn(await issuer.voidAllowance(paper, deed.allowanceNo!, deed.reason || invoice_reason_mend({}, inLaw), now), () => ({}))
  const text = invoice_line_back({ orderNo: deed.orderNo }, inLaw)
  const allowance = { relateNo: deed.id, amount: deed.amount, text, contact: deed.contact }
  return learn(await issuer.allow(paper, allowance, now), ({ number }) => ({ allowanceNo: number }))
}

/** What a try before has brought about; undefined: nothing, so that it can be sent again. */
async function findDone(issuer: OpenIssuer, deed: DueDeed, now: Date): Promise<Outcome | undefined> {
  if (deed.kind === 'allow') return findAllowance(issuer, deed, now)
  // Voiding an allowance again is refused as done before.
  if (deed.kind === 'void-allowance') return undefined
  const asked = await issuer.ask({ relateNo: deed.relateNo, amount: deed.invoiceAmount }, now)
  if (asked.kind === 'no-answer') return { kind: 'unclear', code: 'no_answer', words: asked.words }
  if (asked.kind !== 'found') return undefined
  const { paper } = asked
  if (deed.kind === 'void') return paper.isVoid ? { kind: 'done', value: {} } : undefined
  if (paper.amount !== deed.invoiceAmount || paper.isVoid)
    return { kind: 'held', code: 'amount_differs', words: `${paper.number} ${paper.amount}` }
  return { kind: 'done', value: { paper } }
}

/** An allowance that we do not know and that has our amount is ours: nobody else makes any. */
async function findAllowance(issuer: OpenIssuer, deed: DueDeed, now: Date): Promise<Outcome | undefined> {
  const asked = await issuer.askAllowances(atIssuer(deed), now)
  if (asked.kind === 'no-answer') return { kind: 'unclear', code: 'no_answer', words: asked.words }
  if (asked.kind !== 'found') return asked.kind === 'unknown' ? undefined : { kind: 'held', code: 'look_there', words: '' }
  const ours = asked.allowances.find(({ number, amount }) => amount === deed.amount && !deed.knownAllowances.includes(number))
  return ours && { kind: 'done', value: { allowanceNo: ours.number } }
}

const atIssuer = ({ relateNo, number, invoiceAmount: amount, rest, issuedAt }: DueDeed): PaperAtIssuer => ({
  relateNo,
  number: number ?? '',
  amount,
  rest,
  issuedAt: issuedAt ?? new Date(0),
})

const newPaper = ({ relateNo, orderNo, invoiceAmount: amount, lines, buyer, contact, till }: DueDeed): NewPaper => ({
  relateNo,
  orderNo,
  amount,
  lines,
  buyer,
  contact,
  till,
})

const learn = <T>(answer: Answer<T>, read: (value: T) => Learnt): Answer<Learnt> =>
  answer.kind === 'done' ? { kind: 'done', value: read(answer.value) } : answer

const later = ({ tries }: Pick<DueDeed, 'tries'>, now: Date) => new Date(now.getTime() + waitMinutes(tries) * 60_000)

/** A void that is refused leaves an allowance to be made; any other refusal needs a person. */
async function writeAnswer(db: Db, deed: DueDeed, answer: Outcome, now: Date): Promise<void> {
  if (answer.kind === 'done') return void (await finishDeed(db, deed, answer.value, now))
  const state =
    answer.kind === 'later' || answer.kind === 'unclear' ? 'open' : answer.kind === 'refused' && deed.kind === 'void' ? 'refused' : 'held'
  await noteProblem(db, deed, state, answer, later(deed, now))
}

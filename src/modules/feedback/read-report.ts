import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { proveMobile, type Proof, type WrongCode } from '#modules/logins/prove-mobile.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { findReport, type ReadReport } from './report-store.ts'
import { ticketFrom } from './rules.ts'

type NotFound = { code: 'not_found' }

/** Another member's report is not found. */
export async function readOwnReport(db: Db, memberId: string, ticketNo: string): Promise<Result<ReadReport, NotFound>> {
  const report = await findReport(db, ticketNo, { memberId })
  return report ? ok(report) : refuse({ code: 'not_found' })
}

/** For the holder of the signed link. */
export async function readByLink({ db, tokens }: { db: Db; tokens: Tokens }, ref: string): Promise<Result<ReadReport, NotFound>> {
  const ticketNo = ticketFrom(tokens.readReference(ref) ?? '')
  const report = ticketNo && (await findReport(db, ticketNo, 'everybody'))
  return report ? ok(report) : refuse({ code: 'not_found' })
}

/** By ticket number and the mobile it was filed from; one code is one lookup. */
export async function lookUpReport(
  deps: { db: Db; tokens: Tokens },
  { ticketNo, ...proof }: Proof & { ticketNo: string },
  caller: { address: string },
  now: Date,
): Promise<Result<ReadReport, NotFound | WrongCode>> {
  return proveMobile<ReadReport, NotFound>(deps, proof, caller, now, async (trx) => {
    const report = await findReport(trx, ticketNo, { mobile: proof.mobile })
    return report ? ok(report) : refuse({ code: 'not_found' })
  })
}

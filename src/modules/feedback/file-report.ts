import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { proveMobile, type Proof, type WrongCode } from '#modules/logins/prove-mobile.ts'
import { keepPhotos, type NoSuchFile } from '#modules/files/keep-files.ts'
import { pinCatalogue } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { FeedbackDeps } from './deps.ts'
import { noteForReporter } from './event-store.ts'
import { findReport, insertNote, insertPhotos, insertReport, type NewReport, type ReadReport } from './report-store.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { ticketFrom } from './rules.ts'

/** A member, or a visitor with a mobile and its code. `sentToken`: the caller sent a token of an ended session. */
type Reporter = { memberId: string } | ({ [P in keyof Proof]: string | undefined } & { sentToken: boolean })
export type Telling = Omit<NewReport, 'id' | 'memberId' | 'mobile'> & { photoIds: string[] }
export type ReportRefusal =
  | { code: 'not_logged_in' }
  | { code: 'login_or_code'; path: 'mobile' | 'smsCode' }
  | { code: 'too_many_reports'; retryAfterSeconds: number }
  | { code: 'no_such_facility'; path: 'venue1stId' }
  | { code: 'no_such_court'; path: 'venue2ndId' }
  | WrongCode
  | NoSuchFile

const perHour = { member: 10, address: 30 }

/** Files a report by a member, or by a visitor whose mobile is proved; one code is one report. */
export async function fileReport(
  filing: FeedbackDeps,
  telling: Telling,
  reporter: Reporter,
  caller: { address: string },
  now: Date,
): Promise<Result<{ ticketNo: string }, ReportRefusal>> {
  const deps = await pinCatalogue(filing)
  const wrong = whyNotPlace(await deps.catalogues.current(), telling)
  if (wrong) return refuse(wrong)
  const who = whoIs(reporter)
  if ('code' in who) return refuse(who)
  const turn =
    'memberId' in who
      ? { key: `report:${who.memberId}`, limit: perHour.member, seconds: 3600 }
      : { key: `report-from:${addressGroup(caller.address)}`, limit: perHour.address, seconds: 3600 }
  const limited = await takeTurn(deps.db, turn, now)
  if (limited) return refuse({ code: 'too_many_reports', ...limited })
  if ('memberId' in who) return inTransaction(deps.db, (trx) => write(trx, telling, { memberId: who.memberId, mobile: null }, now))
  return proveMobile(deps, who, caller, now, (trx) => write(trx, telling, { memberId: null, mobile: who.mobile }, now))
}

function whoIs(reporter: Reporter): { memberId: string } | Proof | Extract<ReportRefusal, { code: 'login_or_code' | 'not_logged_in' }> {
  if ('memberId' in reporter) return reporter
  const { mobile, smsCode, sentToken } = reporter
  // The member's form has no code field, so the answer is 401.
  if (mobile === undefined && sentToken) return { code: 'not_logged_in' }
  if (mobile === undefined) return { code: 'login_or_code', path: 'mobile' }
  return smsCode === undefined ? { code: 'login_or_code', path: 'smsCode' } : { mobile, smsCode }
}

function whyNotPlace(catalogue: Catalogue, { facilityId, courtId }: Telling): ReportRefusal | undefined {
  if (!catalogue.facilityOf.has(facilityId)) return { code: 'no_such_facility', path: 'venue1stId' }
  if (courtId !== null && catalogue.courtOf.get(courtId)?.facility.id !== facilityId) return { code: 'no_such_court', path: 'venue2ndId' }
  return undefined
}

async function write(
  trx: Trx,
  { photoIds, ...telling }: Telling,
  who: Pick<NewReport, 'memberId' | 'mobile'>,
  now: Date,
): Promise<Result<{ ticketNo: string }, NoSuchFile>> {
  const id = randomUUID()
  const photos = [...new Set(photoIds)]
  const kept = await keepPhotos(trx, photos, who.memberId, now, 'photoIds')
  if (!kept.ok) return kept
  const ticketNo = await insertReport(trx, { id, ...telling, ...who }, now)
  await insertPhotos(trx, id, photos)
  const noteId = await insertNote(trx, { reportId: id, by: null, public: true, state: 'received', text: '' }, now)
  await noteForReporter(trx, { reportId: id, ticketNo, noteId, state: 'received' }, now)
  return ok({ ticketNo })
}

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

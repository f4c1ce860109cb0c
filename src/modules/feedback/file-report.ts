import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { proveMobile, type Proof, type WrongCode } from '#modules/logins/prove-mobile.ts'
import { keepPhotos, type NoSuchFile } from '#modules/files/keep-files.ts'
import { pinCatalogue } from '#modules/venues/pin-catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { FeedbackDeps } from './deps.ts'
import { noteForReporter } from './event-store.ts'
import { insertNote, insertPhotos, insertReport, type NewReport } from './report-store.ts'

/** A member, or a visitor with a mobile and its code. `sentToken`: the caller sent a token of an ended session. */
export type Reporter = { memberId: string } | ({ [P in keyof Proof]: string | undefined } & { sentToken: boolean })
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

import { reply, type Api } from '#http/call.ts'
import { addressGroup } from '#http/client-address.ts'
import type { StatusOf } from '#http/problem.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { refuse, type Result } from '#lib/result.ts'
import type { Locale } from '#i18n/locale.ts'
import { receiveUpload } from '#modules/files/receive-upload.ts'
import type { UploadRefusal } from '#modules/files/rules.ts'
import { UploadedFile, UploadForm } from '#modules/files/wire.ts'
import type { FeedbackDeps } from './deps.ts'
import { fileReport, lookUpReport, readByLink, readOwnReport, type ReportRefusal, type Telling } from './file-report.ts'
import { presentReport } from './present.ts'
import { findReports } from './report-store.ts'
import {
  LookupAnswer,
  LookupBody,
  RefQuery,
  RepairBody,
  ReportAnswer,
  ReportListAnswer,
  ReportListQuery,
  TicketAnswer,
  TicketParams,
  WaterBody,
} from './wire.ts'

const reportStatus = {
  not_logged_in: 401,
  login_or_code: 422,
  too_many_reports: 429,
  no_such_facility: 422,
  no_such_court: 422,
  wrong_sms_code: 400,
  no_such_file: 422,
} as const satisfies StatusOf<ReportRefusal>

type PhotoRefusal =
  | Exclude<UploadRefusal, { code: 'file_type_not_allowed' | 'file_active' }>
  | { code: 'photo_type_not_allowed'; path: string }
  | { code: 'upload_too_often'; retryAfterSeconds: number }
const photoStatus = {
  upload_missing: 422,
  upload_too_many: 422,
  upload_incomplete: 422,
  file_empty: 422,
  file_too_large: 413,
  photo_type_not_allowed: 415,
  file_broken: 415,
  upload_too_often: 429,
} as const satisfies StatusOf<PhotoRefusal>

const photosPerHour = { member: 60, address: 20 }

const sentToken = ({ headers }: Request): boolean => headers.has('authorization')

/** Calls of members and visitors: filing and following reports. */
export function feedbackApi(api: Api, deps: FeedbackDeps): void {
  const { db, tokens, files, catalogues, lettersDue } = deps
  const ticketOf = (filed: Result<{ ticketNo: string }, ReportRefusal>) => {
    if (!filed.ok) return filed
    lettersDue()
    return reply(201, { ticketNo: filed.value.ticketNo, ref: tokens.signReference(filed.value.ticketNo) })
  }

  api.add(
    {
      method: 'post',
      path: '/api/Repair2',
      summary: 'B42 Report a fault; without a session, with mobile and smsCode of B5',
      access: 'public',
      body: RepairBody,
      answers: { 201: TicketAnswer },
      refusals: reportStatus,
    },
    async ({ body: { mobile, smsCode, venue1stId, venue2ndId, ...body }, session, locale, now, ...caller }) => {
      const reporter = session ? { memberId: session.memberId } : { mobile, smsCode, sentToken: sentToken(caller.request) }
      const telling: Telling = { kind: 'repair', waterKind: null, facilityId: venue1stId, courtId: venue2ndId ?? null, locale, ...body }
      return ticketOf(await fileReport(deps, telling, reporter, caller, now))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Water',
      summary: 'B44 Ask for something to be done about the water; without a session, with mobile and smsCode of B5',
      access: 'public',
      body: WaterBody,
      answers: { 201: TicketAnswer },
      refusals: reportStatus,
    },
    async ({ body: { mobile, smsCode, venue1stId, venue2ndId, kind, ...body }, session, locale, now, ...caller }) => {
      const reporter = session ? { memberId: session.memberId } : { mobile, smsCode, sentToken: sentToken(caller.request) }
      const place = { facilityId: venue1stId, courtId: venue2ndId ?? null }
      return ticketOf(
        await fileReport(deps, { kind: 'water', waterKind: kind, title: '', locale, ...place, ...body }, reporter, caller, now),
      )
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Report/Photo',
      summary: 'Upload one photo for a report, with or without a session; it is removed after a day unless a report uses it',
      access: 'public',
      multipart: UploadForm,
      answers: { 201: UploadedFile },
      refusals: photoStatus,
    },
    async ({ request, session, address, now }) => {
      const turn = session
        ? { key: `photo:${session.memberId}`, limit: photosPerHour.member, seconds: 3600 }
        : { key: `photo-from:${addressGroup(address)}`, limit: photosPerHour.address, seconds: 3600 }
      const wait = await takeTurn(db, turn, now)
      if (wait) return refuse<PhotoRefusal>({ code: 'upload_too_often', ...wait })
      const keeping = { db, store: files, ownerId: session?.memberId ?? null, purpose: 'photo' as const, now }
      const received = await receiveUpload(request, 'upload', keeping, { only: 'image' })
      return received.ok ? reply(201, received.value) : refuse(aboutPhotos(received.refusal))
    },
  )

  const seen = async (read: Result<Parameters<typeof presentReport>[0], { code: 'not_found' }>, locale: Locale) =>
    read.ok ? reply(200, presentReport(read.value, await catalogues.current(), locale)) : read

  api.add(
    {
      method: 'get',
      path: '/api/Report/List',
      summary: 'The member’s own reports, the newest first',
      access: 'member',
      query: ReportListQuery,
      answers: { 200: ReportListAnswer },
    },
    async ({ query, session, locale }) => {
      const { reports, total } = await findReports(db, { ...query, memberId: session.memberId })
      const catalogue = await catalogues.current()
      const items = reports.map((report) => presentReport(report, catalogue, locale))
      return reply(200, { items, total, page: query.page, pageSize: query.pageSize })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Report/ByLink',
      summary: 'A report by the reference of a link that we sent',
      access: 'public',
      query: RefQuery,
      answers: { 200: ReportAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query, locale }) => seen(await readByLink(deps, query.ref), locale),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Report/Lookup',
      summary: 'A report by its ticket number, for whoever proves the mobile that it was reported from',
      access: 'public',
      body: LookupBody,
      answers: { 200: LookupAnswer },
      refusals: { not_found: 404, wrong_sms_code: 400 },
    },
    async ({ body, address, locale, now }) => {
      const found = await lookUpReport(deps, body, { address }, now)
      if (!found.ok) return found
      const report = presentReport(found.value, await catalogues.current(), locale)
      return reply(200, { report, ref: tokens.signReference(report.ticketNo) })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Report/{id}',
      summary: 'One of the member’s own reports, by its ticket number',
      access: 'member',
      params: TicketParams,
      answers: { 200: ReportAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params, session, locale }) => seen(await readOwnReport(db, session.memberId, params.id), locale),
  )
}

/** Uploads here accept pictures only; the refusal says so. */
const aboutPhotos = (refusal: UploadRefusal): PhotoRefusal =>
  refusal.code === 'file_type_not_allowed' || refusal.code === 'file_active'
    ? { code: 'photo_type_not_allowed', path: refusal.path }
    : refusal

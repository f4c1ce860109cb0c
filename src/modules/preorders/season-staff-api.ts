import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, managerRoles } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { say } from '#i18n/words.ts'
import { refuse } from '#lib/result.ts'
import { timeFrom } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { PreOrdersDeps } from './deps.ts'
import { presentFacilities, presentSeason } from './present-season.ts'
import { presentRound, presentSchedule } from './present.ts'
import { previewRound, readNewRound, readWholeSeason } from './read-rounds.ts'
import { reviewPreOrders, type ReviewedLine, type ReviewRefusal } from './review-preorder.ts'
import { inWords, roundFrom } from './round-from.ts'
import { seasonCsv, seasonWorkbook } from './season-file.ts'
import {
  BulkReviewAnswer,
  BulkReviewBody,
  NewRoundAnswer,
  NewRoundQuery,
  PreviewRoundAnswer,
  PreviewRoundBody,
  RoundParams,
  SeasonAnswer,
} from './season-wire.ts'

const previewStatus = { round_invalid: 422 } as const satisfies StatusOf<{ code: 'round_invalid' }>

/** Calls of staff about a whole season: reading it, deciding about many pre-orders, and files of it. */
export function seasonStaffApi(api: Api, deps: PreOrdersDeps): void {
  const { db, catalogues, rounds, canPayOnline, passOn, bookingsChanged } = deps
  const reading = { db, catalogues, rounds, canPayOnline, passOn }
  exportSeasons(api, deps)
  prepareRounds(api, deps)

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Season/{id}',
      summary: 'A round with everything that clubs have sent, why dates were refused, what is missing, and the plan by weekday and hour',
      access: deskRoles,
      params: RoundParams,
      answers: { 200: SeasonAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, locale, now }) => {
      const found = await readWholeSeason(reading, id, now)
      return found.ok ? reply(200, presentSeason(found.value, locale, now)) : found
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/PreOrder/Review/Bulk',
      summary:
        'Decide about many pre-orders, each on its own; the answer says line by line what was refused and why. The same again does nothing',
      access: deskRoles,
      body: BulkReviewBody,
      answers: { 200: BulkReviewAnswer },
    },
    async ({ body, session, audit, locale, now }) => {
      const lines = await reviewPreOrders(
        reading,
        body.reviews.map((review) => ({ ...review, by: session.memberId })),
        audit,
        now,
      )
      bookingsChanged([...new Set(lines.flatMap(({ outcome }) => (outcome.ok ? outcome.value.facilityIds : [])))])
      return reply(200, { lines: lines.map((line) => presentLine(line, locale)) })
    },
  )
}

function presentLine({ orderNo, outcome }: ReviewedLine, locale: Locale): (typeof BulkReviewAnswer)['_output']['lines'][number] {
  if (!outcome.ok)
    return {
      orderNo,
      isDone: false,
      status: outcome.refusal.code === 'already_reviewed' ? outcome.refusal.state : null,
      payOrderNo: null,
      payBefore: null,
      code: outcome.refusal.code,
      reason: refusalText(outcome.refusal, locale),
    }
  const { state, payOrderNo, payBefore } = outcome.value
  return { orderNo, isDone: true, status: state, payOrderNo, payBefore: payBefore?.toISOString() ?? null, code: null, reason: '' }
}

function refusalText(refusal: ReviewRefusal, locale: Locale): string {
  if (refusal.code !== 'already_reviewed') return text(`problem_${refusal.code}`, locale) ?? refusal.code
  const state = text(`preorder_state_${refusal.state.replace('-', '_')}`, locale) ?? refusal.state
  return refusal.decidedBy === ''
    ? text('rounds_club_was_faster', locale, { state })!
    : text('rounds_colleague_was_faster', locale, { name: refusal.decidedBy, state })!
}

function prepareRounds(api: Api, { db, catalogues, rounds }: PreOrdersDeps): void {
  const reading = { db, catalogues, rounds }
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Round/New',
      summary: 'What a new round begins with: the centre’s usual numbers, and the facilities with their slots in the season',
      access: managerRoles,
      query: NewRoundQuery,
      answers: { 200: NewRoundAnswer },
    },
    async ({ query, locale, now }) => {
      const { limits, facilities } = await readNewRound(reading, query, now)
      const { periodsPerWeek, minutesPerPeriod, payDays, giveBackHours, seasonWeeks } = limits.rounds
      return reply(200, {
        periodsPerWeek,
        minutesPerPeriod,
        payDays,
        giveBackHours,
        seasonWeeks,
        documents: limits.documents.kinds.map(({ code, name, retired }) => ({ kind: code, name: say(name, locale), isAsked: !retired })),
        facilities: facilities.map(({ facility: { id, code, name, courts }, slots }) => ({
          id,
          code,
          name: say(name, locale),
          courts: courts.length,
          slots: slots.map(({ start, end }) => ({ start: timeFrom(start), end: timeFrom(end) })),
        })),
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Round/Preview',
      reads: true,
      summary: 'What clubs will see of a round, before it is saved; nothing is changed',
      access: managerRoles,
      body: PreviewRoundBody,
      answers: { 200: PreviewRoundAnswer },
      refusals: previewStatus,
    },
    async ({ body: { id, previewFacility, ...body }, session, locale, now }) => {
      const asked = { ...roundFrom(body, await readLimits(db)), id, previewFacility }
      const previewed = await previewRound(reading, asked, session, now)
      if (!previewed.ok) return refuse(inWords(previewed.refusal, locale))
      const { round, catalogue, season, outside } = previewed.value
      return reply(200, {
        round: presentRound(round, locale, now),
        facilities: presentFacilities(round, catalogue, locale),
        schedule: season ? presentSchedule(round, season, locale, now) : null,
        outside,
      })
    },
  )
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const download = (name: string, type: string) => ({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })

function exportSeasons(api: Api, { db, catalogues, rounds }: PreOrdersDeps): void {
  const reading = { db, catalogues, rounds }
  for (const [kind, summary] of [
    ['csv', 'What clubs have sent for a season, as a table for spreadsheets'],
    ['xlsx', 'A season as a workbook: what clubs have sent, and the plan'],
  ] as const)
    api.add(
      {
        method: 'get',
        path: kind === 'csv' ? '/api/Staff/Season/{id}/Export.csv' : '/api/Staff/Season/{id}/Export.xlsx',
        summary,
        access: deskRoles,
        params: RoundParams,
        answers: { 200: 'bytes' },
        refusals: { not_found: 404 },
      },
      async ({ params: { id }, audit, locale, now }) => {
        const found = await readWholeSeason(reading, id, now)
        if (!found.ok) return found
        const season = presentSeason(found.value, locale, now)
        const subject = { kind: 'round', id: String(id), label: found.value.round.name }
        await audit(db, { action: 'round.exported', subject, after: { rows: season.requests.length } })
        return kind === 'csv'
          ? reply(200, seasonCsv(season, locale), download(`season-${id}.csv`, 'text/csv; charset=utf-8'))
          : reply(200, await seasonWorkbook(season, locale), download(`season-${id}.xlsx`, xlsxType))
      },
    )
}

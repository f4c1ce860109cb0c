import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { isManager, managerOrFinanceRoles, managerRoles, type Session } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { z } from 'zod'
import { figureCsv, figuresWorkbook, insightFileName } from './insight-file.ts'
import { presentPeriods, type WayTitle } from './present.ts'
import { readInsight } from './read-insight.ts'
import { comparableFrom, comparedSpan, moneyFigures, spanOf, type Comparison, type DaySpan } from './rules.ts'
import { presentTables } from './tables-present.ts'
import { facilityName } from './texts.ts'
import { InsightAnswer, InsightFileQuery, InsightQuery } from './wire.ts'

export type InsightDeps = { db: Db; jobs: Jobs; catalogues: Catalogues; wayTitle: WayTitle }

type Refused = { code: 'period_empty' } | { code: 'not_found' }
const status = { period_empty: 422, not_found: 404 } as const satisfies StatusOf<Refused>

type Viewer = { session: Session; locale: Locale; now: Date }

/** The figures of a period as this viewer may see them. */
export async function answerInsight(
  { db, catalogues, wayTitle }: Pick<InsightDeps, 'db' | 'catalogues' | 'wayTitle'>,
  asked: { span: DaySpan; beside: DaySpan; against: Comparison; facility?: string | undefined },
  { session, locale, now }: Viewer,
): Promise<InsightAnswer | undefined> {
  const { facilityOf } = await catalogues.current()
  const all = [...facilityOf.values()]
  const facility = asked.facility === undefined ? undefined : all.find(({ code }) => code === asked.facility)
  if (asked.facility !== undefined && !facility) return undefined
  const { span, beside, against } = asked
  const rows = await readInsight({ db, catalogues }, { span, beside, facility, withVisits: isManager(session) })
  const { visits, money } = presentPeriods(rows, locale, wayTitle)
  return {
    today: dayOf(now),
    period: span,
    before: beside,
    against,
    firstDay: rows.firstDay,
    grain: rows.grain,
    facility: facility?.code ?? null,
    facilities: all.map((one) => ({ code: one.code, name: facilityName(one, locale) })),
    visits,
    money,
    tables: presentTables(visits, money, { locale, comparable: comparableFrom(beside, rows.firstDay) }),
  }
}

async function read(
  deps: InsightDeps,
  { from, to, against = 'before', facility }: z.output<typeof InsightQuery>,
  viewer: Viewer,
): Promise<Result<InsightAnswer, Refused>> {
  const span = spanOf({ ...(from && { from }), ...(to && { to }) }, dayOf(viewer.now))
  if (!span) return refuse({ code: 'period_empty' })
  const answer = await answerInsight(deps, { span, beside: comparedSpan(span, against), against, facility }, viewer)
  return answer ? ok(answer) : refuse({ code: 'not_found' })
}

/** Figures of the centre, for managers; those of money for finance too. */
export function insightApi(api: Api, deps: InsightDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Insight',
      summary: 'How full, what was wanted and refused, money, no-shows, lead time, refunds and ratings of a period, beside another',
      access: managerOrFinanceRoles,
      query: InsightQuery,
      answers: { 200: InsightAnswer },
      refusals: status,
    },
    async ({ query, session, locale, now }) => {
      const found = await read(deps, query, { session, locale, now })
      return found.ok ? reply(200, found.value) : found
    },
  )
  addFiles(api, deps)

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Insight/Rebuild',
      summary: 'Count all past days again from the rows, in the background',
      access: managerRoles,
      answers: { 204: null },
    },
    async ({ audit }) => {
      await deps.db.transaction().execute(async (trx) => {
        await deps.jobs.send(trx, 'rebuild-insight', {})
        await audit(trx, { action: 'insight.rebuilt', subject: { kind: 'insight', id: 'all' } })
      })
      return reply(204)
    },
  )
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const download = (name: string, type: string) => ({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })

function addFiles(api: Api, deps: InsightDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Insight/Figure.csv',
      summary: 'The table of one figure for spreadsheets',
      access: managerOrFinanceRoles,
      query: InsightFileQuery,
      answers: { 200: 'bytes' },
      refusals: status,
    },
    async ({ query: { figure, ...query }, session, locale, now }) => {
      if (!isManager(session) && !moneyFigures.includes(figure)) return refuse({ code: 'not_found' as const })
      const found = await read(deps, query, { session, locale, now })
      if (!found.ok) return found
      const name = insightFileName(found.value.period, `-${figure}.csv`)
      return reply(200, figureCsv(found.value.tables.find((one) => one.figure === figure)!), download(name, 'text/csv; charset=utf-8'))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Insight/Figures.xlsx',
      summary: 'All figures that the caller may see as a workbook, a sheet each',
      access: managerOrFinanceRoles,
      query: InsightQuery,
      answers: { 200: 'bytes' },
      refusals: status,
    },
    async ({ query, session, locale, now }) => {
      const found = await read(deps, query, { session, locale, now })
      if (!found.ok) return found
      return reply(200, await figuresWorkbook(found.value.tables), download(insightFileName(found.value.period, '.xlsx'), xlsxType))
    },
  )
}

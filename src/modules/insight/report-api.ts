import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { managerOrFinanceRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { addDays, dayOf, type Day } from '#lib/zone.ts'
import { reportWords } from './report-texts.ts'
import { monthAfter, monthSpan, type DaySpan } from './rules.ts'
import { answerInsight, type InsightDeps } from './staff-api.ts'
import { lastMonth, subscribeReport } from './subscribe-report.ts'
import { isSubscriber } from './subscriber-store.ts'
import { ReportAnswer, ReportQuery, SubscriptionAnswer, SubscriptionBody } from './wire.ts'

/** A month that is not over is compared with as many days of the month before. */
function spansOf(month: string, today: Day): { span: DaySpan; beside: DaySpan; isOver: boolean } {
  const [whole, before] = [monthSpan(month), monthSpan(monthAfter(month, -1))]
  if (whole.to < today) return { span: whole, beside: before, isOver: true }
  const span = { from: whole.from, to: today }
  const lastDay = addDays(before.from, Number(today.slice(8)) - 1)
  return { span, beside: { from: before.from, to: lastDay < before.to ? lastDay : before.to }, isOver: false }
}

const status = { month_ahead: 422 } as const satisfies StatusOf<{ code: 'month_ahead' }>

/** The report of a month, and the switch by which staff get a link to it by mail. */
export function reportApi(api: Api, deps: InsightDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Insight/Report',
      summary: 'The report of a month: its figures beside the month before, and what they say in words',
      access: managerOrFinanceRoles,
      query: ReportQuery,
      answers: { 200: ReportAnswer },
      refusals: status,
    },
    async ({ query, session, locale, now }) => {
      const month = query.month ?? lastMonth(now)
      if (`${month}-01` > dayOf(now)) return refuse({ code: 'month_ahead' as const })
      const { span, beside, isOver } = spansOf(month, dayOf(now))
      const insight = (await answerInsight(deps, { span, beside, against: 'before' }, { session, locale, now }))!
      return reply(200, { month, isOver, words: reportWords(insight.visits, insight.money, { locale, isOver }), insight })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Insight/Subscription',
      summary: 'Whether the caller gets a link to the report by mail when a month is over',
      access: managerOrFinanceRoles,
      answers: { 200: SubscriptionAnswer },
    },
    async ({ session }) => reply(200, { isOn: await isSubscriber(deps.db, session.memberId) }),
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Insight/Subscription',
      summary: 'Switch the monthly mail of the caller on or off',
      access: managerOrFinanceRoles,
      body: SubscriptionBody,
      answers: { 204: null },
    },
    async ({ body: { isOn }, session, audit, now }) => {
      await subscribeReport(deps.db, { memberId: session.memberId, isOn }, audit, now)
      return reply(204)
    },
  )
}

import type { Db } from '#db/connect.ts'
import { done, reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { financeRoles } from '#http/session.ts'
import { presentChecks, presentDiscrepancy, type Names } from './present.ts'
import { settleDiscrepancy, type SettleRefusal } from './settle-discrepancy.ts'
import { ListAnswer, ListQuery, SettleBody } from './staff-wire.ts'
import { listDiscrepancies, readChecks } from './store.ts'

const settleStatus = { not_found: 404, already_settled: 409 } as const satisfies StatusOf<SettleRefusal>

/** What the check of money has found, for finance. */
export function discrepanciesApi(api: Api, { db, ...names }: { db: Db } & Names): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Discrepancy/List',
      summary: 'Where our books and those of a payment provider or an issuer differ, and how far the nightly check has come',
      access: financeRoles,
      query: ListQuery,
      answers: { 200: ListAnswer },
    },
    async ({ query: { show, page, pageSize }, locale, now }) => {
      const { items, total } = await listDiscrepancies(db, show, { page, pageSize })
      const checks = presentChecks(await readChecks(db), names, locale)
      return reply(200, {
        items: items.map((one) => presentDiscrepancy(one, names, locale)),
        total,
        page,
        pageSize,
        ...checks,
        serverTime: now.toISOString(),
      })
    },
  )
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Discrepancy/Settle',
      summary: 'Call a difference settled, with a note that says what it was',
      access: financeRoles,
      body: SettleBody,
      answers: { 204: null },
      refusals: settleStatus,
    },
    async ({ body: { id, reason: note }, session, audit, now }) =>
      done(await settleDiscrepancy(db, { id, note, by: session.memberId }, audit, now)),
  )
}

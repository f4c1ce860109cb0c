import { z } from 'zod'
import { done, reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { day } from '#http/wire.ts'
import { say } from '#i18n/words.ts'
import { ok, refuse } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { exportPart, noMerge, nothingToForget } from '#modules/member-data.ts'
import { noChecks, noFiles, noJobs, noLetters, noRetention, nothingWatched, type House, type Module } from '#modules/module.ts'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { buyEntries, countEntries, entryKinds, listEntries, useEntries, type BuyRefusal } from './entries.ts'

const buyStatus = { ...keyStatus, ...({ day_is_over: 422, idempotency_key_reused: 409 } as const satisfies StatusOf<BuyRefusal>) } as const
const orderNo = z.string().regex(orderNoPattern)

function entriesApi(api: Api, { db }: Pick<House, 'db'>): void {
  api.add(
    {
      method: 'post',
      path: '/api/Entry',
      summary: 'Order entries to the pool for a day; needs the header Idempotency-Key',
      access: 'member',
      body: z.object({ day, count: z.int().min(1).max(20) }),
      answers: { 201: z.object({ orderNo: z.string() }) },
      refusals: buyStatus,
    },
    async ({ body, session, request, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof buyStatus }>(key.refusal)
      const bought = await buyEntries(db, { ...body, memberId: session.memberId, key: key.value }, now)
      return bought.ok ? reply(201, bought.value) : refuse<{ code: keyof typeof buyStatus }>(bought.refusal)
    },
  )
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Entry/Use',
      summary: 'Let in whoever has an entry for today, once',
      access: deskRoles,
      body: z.object({ orderNo }),
      answers: { 204: null },
      refusals: { not_found: 404 },
    },
    async ({ body, audit, now }) =>
      done((await useEntries(db, body.orderNo, audit, now)) ? ok(undefined) : refuse({ code: 'not_found' as const })),
  )
}

const Entries = z.array(z.object({ orderNo: z.string(), day, count: z.int(), state: z.string() }))

const title = { tw: '泳池入場', en: 'Pool entry' }

/** A kind of thing sold that exists only in tests: entries to a pool. */
export const entries = {
  provides: {},
  calls: entriesApi,
  jobs: noJobs,
  letters: noLetters,
  member: {
    exports: { entries: exportPart(Entries, ({ db }, { memberId }) => listEntries(db, memberId)) },
    open: async (trx, memberId, now) =>
      (await listEntries(trx, memberId))
        .filter((entry) => entry.state === 'paid' && entry.day >= dayOf(now))
        .map(({ orderNo: no }) => ({
          kind: 'entry',
          no,
          words: (locale) => `${say(title, locale)} ${no}`,
          path: `/member/order/overview?orderNo=${no}`,
        })),
    forget: nothingToForget,
    merge: noMerge,
  },
  retention: noRetention,
  searches: ({ db }) => [
    {
      kind: 'entry',
      title: (_, { locale = 'tw' } = {}) => say(title, locale),
      icon: 'price',
      roles: deskRoles,
      async find(query, { locale }) {
        const sold = await countEntries(db, query)
        return sold > 0 ? [{ key: query, name: say(title, locale), detail: String(sold), path: '/staff/orders' }] : []
      },
    },
  ],
  orderKinds: entryKinds,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

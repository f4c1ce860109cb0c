import { reply, type Api } from '#http/call.ts'
import type { StaffSearch } from '#modules/module.ts'
import { haveCommon } from '#lib/have-common.ts'
import { StaffSearchAnswer, StaffSearchQuery } from './setup-wire.ts'

const everyRole = ['admin', 'manager', 'desk', 'finance', 'editor'] as const
/** Hits of one kind that are answered. */
const mostOfAKind = 8

export function staffSearchApi(api: Api, searches: readonly StaffSearch[]): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Search',
      summary:
        'Find facilities, courts, identities, holidays, walls of lockers and colleagues by a part of their name or code, as far as one’s roles may see them',
      access: everyRole,
      query: StaffSearchQuery,
      answers: { 200: StaffSearchAnswer },
    },
    async ({ query: { q }, session, locale, now }) => {
      const mine = searches.filter(({ roles }) => haveCommon(roles, session.roles))
      const found = await Promise.all(
        mine.map(async ({ kind, title, icon, find }) => {
          const hits = await find(q, { locale, roles: session.roles, now })
          return hits.slice(0, mostOfAKind).map((hit) => ({ kind, kindTitle: title({}, { locale }), icon, ...hit }))
        }),
      )
      return reply(200, { items: found.flat() })
    },
  )
}

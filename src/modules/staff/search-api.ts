import { reply, type Api } from '#http/call.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { haveCommon } from '#lib/have-common.ts'
import type { Db } from '#db/connect.ts'
import { colleagueSearch } from './list-staff.ts'
import { StaffSearchAnswer, StaffSearchQuery } from './setup-wire.ts'

export type SearchItem = StaffSearchAnswer['items'][number]

/** One kind of things that the console's search finds, and who may find them. */
export type StaffSearch = {
  roles: readonly StaffRole[]
  find(query: string, context: { locale: Locale; roles: readonly StaffRole[]; now: Date }): Promise<SearchItem[]>
}

const everyRole = ['admin', 'manager', 'desk', 'finance', 'editor'] as const
/** Hits of one kind that are answered. */
const mostOfAKind = 8

/** `others`: the searches of other modules. */
export function staffSearchApi(api: Api, db: Db, others: readonly StaffSearch[]): void {
  const searches = [...others, colleagueSearch(db)]
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
        mine.map(async ({ find }) => (await find(q, { locale, roles: session.roles, now })).slice(0, mostOfAKind)),
      )
      return reply(200, { items: found.flat() })
    },
  )
}

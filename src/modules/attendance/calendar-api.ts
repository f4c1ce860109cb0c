import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { findFeed, removeFeed } from './store.ts'
import { readFeed, renewFeed, type FeedRefusal } from './read-feed.ts'
import { FeedAnswer, FeedMadeAnswer, FeedParams } from './wire.ts'

export type CalendarDeps = { db: Db; catalogues: Catalogues; orderLink(orderNo: string): string; publicUrl: string }

const feedStatus = { not_found: 404, too_many_requests: 429 } as const satisfies StatusOf<FeedRefusal>

/** The iCalendar feed of a member's bookings, and its secret address. */
export function calendarApi(api: Api, deps: CalendarDeps): void {
  const { db, publicUrl } = deps

  api.add(
    {
      method: 'get',
      path: '/api/Calendar/Feed',
      summary: 'Whether the member has a private calendar address, and since when',
      access: 'member',
      answers: { 200: FeedAnswer },
    },
    async ({ session }) => reply(200, { createdAt: (await findFeed(db, session.memberId))?.createdAt.toISOString() ?? null }),
  )

  api.add(
    {
      method: 'post',
      path: '/api/Calendar/Feed',
      summary: 'Make a private calendar address, or a new one: the one before is dead at once',
      access: 'member',
      answers: { 201: FeedMadeAnswer },
    },
    async ({ session, now }) => {
      const { key } = await renewFeed(db, session.memberId, now)
      const url = `${publicUrl}/api/Calendar/${key}.ics`
      return reply(201, { url, webcalUrl: url.replace(/^https?:/, 'webcal:'), createdAt: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'delete',
      path: '/api/Calendar/Feed',
      summary: 'Take the private calendar address away',
      access: 'member',
      answers: { 204: null },
    },
    async ({ session }) => {
      await removeFeed(db, session.memberId)
      return reply(204)
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Calendar/{id}',
      summary: 'All bookings of whoever made this address, for a calendar: {key}.ics',
      access: 'public',
      params: FeedParams,
      answers: { 200: 'bytes' },
      refusals: feedStatus,
    },
    async ({ params, address, now }) => {
      const feed = await readFeed(deps, { key: params.id, address }, now)
      if (!feed.ok) return feed
      return reply(200, feed.value, {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="bookings.ics"',
        'cache-control': 'private, max-age=300',
        'x-robots-tag': 'noindex',
      })
    },
  )
}

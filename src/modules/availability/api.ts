import { say } from '#i18n/words.ts'
import type { Db } from '#db/connect.ts'
import type { Live } from '#db/live.ts'
import { reply, type Api } from '#http/call.ts'
import { addressGroup } from '#http/client-address.ts'
import { eventStream, StreamPlaces } from '#http/event-stream.ts'
import type { StatusOf } from '#http/problem.ts'
import { refuse } from '#lib/result.ts'
import { shareRuns } from '#lib/share-runs.ts'
import { isoAt, type Day } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { generalPublic, type Facility } from '#modules/venues/rules.ts'
import { readCourtCells, type ShareReads } from './read-courts.ts'
import type { CourtCells } from './rules.ts'
import { openStream, type StreamRefusal } from './announce.ts'
import { presentCourts, ScheduleAnswer, ScheduleBody, StreamQuery } from './wire.ts'

const streamStatus = { not_found: 404, too_many_streams: 429 } as const satisfies StatusOf<StreamRefusal>

export type AvailabilityDeps = {
  db: Db
  catalogues: Catalogues
  live: Live
  /** Counts the hours of a day in which somebody who looked saw no free court. */
  onSeen?(facility: Facility, day: Day, courts: CourtCells[], address: string, now: Date): void
}

export function availabilityApi(api: Api, { db, catalogues, live, onSeen }: AvailabilityDeps): void {
  const share: ShareReads = shareRuns()
  api.add(
    {
      method: 'post',
      path: '/api/Order/Member/Schedule',
      reads: true,
      summary: 'B32 The courts of a facility, or one of them, period by period: what is free, and for how much',
      access: 'public',
      body: ScheduleBody,
      answers: { 200: ScheduleAnswer },
      refusals: { not_found: 404 },
    },
    async ({ body, session, identityId, address, now, locale }) => {
      const context = { identityId: session?.identityId ?? identityId ?? generalPublic, memberId: session?.memberId ?? null, now }
      const seen = await readCourtCells(db, catalogues, body.which, body.days, context, share)
      if (!seen) return refuse({ code: 'not_found' })
      const { facility, courts, openUntil, nextDayOpensAt } = seen
      const [day, ...more] = body.days
      if ('facilityId' in body.which && day !== undefined && more.length === 0) onSeen?.(facility, day, courts, address, now)
      return reply(200, {
        serverTime: isoAt(now),
        openUntil,
        nextDayOpensAt: isoAt(nextDayOpensAt),
        venue1stId: facility.id,
        venue1stName: say(facility.name, locale),
        courts: presentCourts(courts, locale),
      })
    },
  )

  const places = new StreamPlaces()
  api.add(
    {
      method: 'get',
      path: '/api/Availability/Stream',
      summary: 'Server-sent events: `change` whenever something is taken or given back at this facility',
      access: 'public',
      query: StreamQuery,
      answers: { 200: 'bytes' },
      refusals: streamStatus,
    },
    async ({ query, address }) => {
      const opened = openStream(await catalogues.current(), live, places, query.venue1stId, addressGroup(address))
      return opened.ok ? reply(200, opened.value, eventStream) : opened
    },
  )
}

import { say } from '#i18n/words.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { refuse } from '#lib/result.ts'
import { shareRuns } from '#lib/share-runs.ts'
import { timeFrom } from '#lib/zone.ts'
import { findOfferedFacility, sharing } from '#modules/venues/rules.ts'
import { ChosenRoundAnswer } from './season-wire.ts'
import { findVisibleRound, readSeason, readWeekday, type SeasonDeps, type ViewRefusal } from './read-season.ts'
import { presentFacilities } from './present-season.ts'
import { presentChosenRound, presentSchedule } from './present.ts'
import { roundsToJoin } from './rules.ts'
import type { SubmitDeps } from './submit-preorder.ts'
import {
  CourtsAnswer,
  CourtsQuery,
  FacilitiesAnswer,
  RoundQuery,
  ScheduleAnswer,
  ScheduleQuery,
  WeeklyAnswer,
  WeeklyQuery,
} from './wire.ts'

export const viewStatus = { not_found: 404, not_yet_visible: 409 } as const satisfies StatusOf<ViewRefusal>

/** Calls that read a round: facilities, courts, weekly slots, grid. */
export function seasonApi(api: Api, { db, catalogues, rounds }: Pick<SubmitDeps, 'db' | 'catalogues' | 'rounds'>): void {
  const deps: SeasonDeps = { db, catalogues, share: shareRuns() }

  api.add(
    {
      method: 'get',
      path: '/api/PreOrder/Community/Round',
      summary: 'A round, the current one unless given: its window, its limits, the server’s time, and all rounds that are open',
      access: 'community',
      query: RoundQuery,
      answers: { 200: ChosenRoundAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query, locale, now }) => {
      const round = await rounds.find(query.roundId, now)
      return round
        ? reply(200, presentChosenRound(round, roundsToJoin(await rounds.all(), now), locale, now))
        : refuse({ code: 'not_found' })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/PreOrder/CommunityAndUser/List/1st',
      summary: 'B17 The facilities that take part in the round',
      access: 'community',
      query: RoundQuery,
      answers: { 200: FacilitiesAnswer },
      refusals: viewStatus,
    },
    async ({ query, locale, now }) => {
      const visible = await findVisibleRound(rounds, query.roundId, now)
      if (!visible.ok) return visible
      return reply(200, presentFacilities(visible.value, await catalogues.current(), locale))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/PreOrder/CommunityAndUser/List/2nd',
      summary: 'B18 The courts of a facility, and with which others each shares its floor',
      access: 'community',
      query: CourtsQuery,
      answers: { 200: CourtsAnswer },
      refusals: viewStatus,
    },
    async ({ query, locale, now }) => {
      const visible = await findVisibleRound(rounds, query.roundId, now)
      if (!visible.ok) return visible
      const takesPart = visible.value.facilities.some(({ facilityId }) => facilityId === query.venue1stId)
      const facility = takesPart ? findOfferedFacility(await catalogues.current(), query.venue1stId) : undefined
      if (!facility) return refuse({ code: 'not_found' })
      const courts = facility.courts.map((court) => ({
        id: court.id,
        name: say(court.name, locale),
        sharesWith: sharing(facility, court).map(({ name }) => say(name, locale)),
      }))
      return reply(200, courts)
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/PreOrder/CommunityAndUser/List/3rd',
      summary: 'B19 The weekly periods of a court on a weekday, and how much of the season is free',
      access: 'community',
      query: WeeklyQuery,
      answers: { 200: WeeklyAnswer },
      refusals: viewStatus,
    },
    async ({ query: { roundId, venue2ndId, weekday }, session, now }) => {
      const visible = await findVisibleRound(rounds, roundId, now)
      if (!visible.ok) return visible
      const slots = await readWeekday(deps, visible.value, { courtId: venue2ndId, weekday }, { memberId: session.memberId, now })
      if (!slots) return refuse({ code: 'not_found' })
      return reply(
        200,
        slots.map(({ start, end, ...slot }) => ({ start: timeFrom(start), end: timeFrom(end), ...slot })),
      )
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/PreOrder/Community/Schedule',
      summary: 'B20 The season of a court, or two weeks of a facility: free, mine, taken, closed; with an overview of every weekday',
      access: 'community',
      query: ScheduleQuery,
      answers: { 200: ScheduleAnswer },
      refusals: viewStatus,
    },
    async ({ query: { roundId, venue1stId, venue2ndId, from, to }, session, locale, now }) => {
      const visible = await findVisibleRound(rounds, roundId, now)
      if (!visible.ok) return visible
      const which = venue2ndId === undefined ? { facilityId: venue1stId! } : { courtId: venue2ndId }
      const season = await readSeason(deps, visible.value, which, { from, to }, { memberId: session.memberId, now })
      if (!season) return refuse({ code: 'not_found' })
      return reply(200, presentSchedule(visible.value, season, locale, now))
    },
  )
}

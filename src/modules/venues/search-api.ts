import { reply, type Api } from '#http/call.ts'
import type { Period } from '#lib/period.ts'
import { isoAt, momentAt, type Day } from '#lib/zone.ts'
import type { Catalogues } from './catalogue.ts'
import { daysFrom, viewContextOf, presentAlternative, presentOffer, presentTimes } from './present.ts'
import type { Alternative, Closure, Facility, Offer, TimeQuery } from './rules.ts'
import { SearchAnswer, SearchBody, TimesAnswer, TimesBody } from './wire.ts'

type FreeQuery = TimeQuery & { sport?: string | undefined; indoor?: boolean | undefined; facilityId?: number | undefined }
type TimesQuery = {
  day?: Day | 'any' | undefined
  from: number
  to: number
  minutes: number
  most?: number | undefined
} & Pick<FreeQuery, 'sport' | 'indoor' | 'facilityId'>
type TimesSearch = Omit<FreeSearch, 'offers'> & { found: { facility: Facility; offers: Offer[]; full?: Period[] }[] }
type FreeSearch = { window: 'open' | 'past' | 'not-yet'; opensOn: string | null; offers: Offer[]; alternatives: Alternative[] }

type SearchDeps = {
  catalogues: Catalogues
  closures(within: Period): Promise<Closure[]>
  findFree(query: FreeQuery, context: { identityId: number; now: Date }): Promise<FreeSearch>
  findTimes(query: TimesQuery, context: { identityId: number; now: Date }): Promise<TimesSearch>
  /** Counts a search that found nothing although the time can be booked. */
  onNothingFree?(query: FreeQuery, address: string, now: Date): void
}

export function venueSearchApi(api: Api, { catalogues, closures, findFree, findTimes, onNothingFree }: SearchDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Venues/Search',
      reads: true,
      summary: 'Time first: every free court at a time, or what comes near',
      access: 'public',
      body: SearchBody,
      answers: { 200: SearchAnswer },
    },
    async ({ body, ...caller }) => {
      const view = viewContextOf(caller, await catalogues.current())
      const [found, closed] = await Promise.all([findFree(body, view), closures(daysFrom(view.now, 1))])
      if (found.window === 'open' && found.offers.length === 0) onNothingFree?.(body, caller.address, caller.now)
      return reply(200, {
        start: isoAt(momentAt(body.day, body.start)),
        end: isoAt(momentAt(body.day, body.end)),
        standing: found.window,
        opensOn: found.opensOn,
        total: found.offers.reduce((sum, { courts }) => sum + courts.length, 0),
        items: found.offers.map((offer) => presentOffer(offer, closed, view)),
        alternatives: found.alternatives.map((offer) => presentAlternative(offer, closed, view)),
      })
    },
  )
  api.add(
    {
      method: 'post',
      path: '/api/Venues/Times',
      reads: true,
      summary: 'The free times of each facility in a part of a day or of every day, or its next ones',
      access: 'public',
      body: TimesBody,
      answers: { 200: TimesAnswer },
    },
    async ({ body, ...caller }) => {
      const view = viewContextOf(caller, await catalogues.current())
      const [{ window, opensOn, found, alternatives }, closed] = await Promise.all([findTimes(body, view), closures(daysFrom(view.now, 1))])
      const { day, from, minutes, sport, indoor, facilityId } = body
      if (day !== undefined && day !== 'any' && window === 'open' && found.length === 0)
        onNothingFree?.({ day, start: from, end: from + minutes, sport, indoor, facilityId }, caller.address, caller.now)
      return reply(200, {
        standing: window,
        opensOn,
        items: found.map((one) => presentTimes(one, closed, view)),
        alternatives: alternatives.map((offer) => presentAlternative(offer, closed, view)),
      })
    },
  )
}

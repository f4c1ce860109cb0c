import { reply, type Api } from '#http/call.ts'
import type { Period } from '#lib/period.ts'
import { isoAt, momentAt } from '#lib/zone.ts'
import type { Catalogues } from './catalogue.ts'
import { daysFrom, viewContextOf, presentAlternative, presentOffer } from './present.ts'
import type { Alternative, Closure, Offer, TimeQuery } from './rules.ts'
import { SearchAnswer, SearchBody } from './wire.ts'

type FreeQuery = TimeQuery & { sport?: string | undefined; indoor?: boolean | undefined; facilityId?: number | undefined }
type FreeSearch = { window: 'open' | 'past' | 'not-yet'; opensOn: string | null; offers: Offer[]; alternatives: Alternative[] }

export type SearchDeps = {
  catalogues: Catalogues
  closures(within: Period): Promise<Closure[]>
  findFree(query: FreeQuery, context: { identityId: number; now: Date }): Promise<FreeSearch>
  /** Counts a search that found nothing although the time can be booked. */
  onNothingFree?(query: FreeQuery, address: string, now: Date): void
}

export function venueSearchApi(api: Api, { catalogues, closures, findFree, onNothingFree }: SearchDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Venues/Search',
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
}

import { reply, type Api } from '#http/call.ts'
import type { Period } from '#lib/period.ts'
import { isoAt, momentAt } from '#lib/zone.ts'
import type { Catalogues } from './catalogue.ts'
import { daysFrom, viewContextOf, presentOffer } from './present.ts'
import { hoursSoon, type Closure, type Offer, type TimeQuery } from './rules.ts'
import { FreeSoonAnswer } from './wire.ts'

type Needs = {
  catalogues: Catalogues
  closures(within: Period): Promise<Closure[]>
  findOffers(query: TimeQuery, context: { identityId: number; now: Date }): Promise<Offer[]>
}

export function freeSoonApi(api: Api, { catalogues, closures, findOffers }: Needs): void {
  api.add(
    {
      method: 'get',
      path: '/api/Venues/FreeSoon',
      summary: 'What is free in the next two hours',
      access: 'public',
      answers: { 200: FreeSoonAnswer },
    },
    async (caller) => {
      const view = viewContextOf(caller, await catalogues.current())
      const queries = hoursSoon(view.now)
      const [closed, ...found] = await Promise.all([closures(daysFrom(view.now, 1)), ...queries.map((query) => findOffers(query, view))])
      const hours = queries.map(({ day, start }, n) => ({
        start: isoAt(momentAt(day, start)),
        courts: found[n]!.reduce((sum, { courts }) => sum + courts.length, 0),
        items: found[n]!.map((offer) => ({ ...presentOffer(offer, closed, view), courts: offer.courts.length })),
      }))
      return reply(200, { hours })
    },
  )
}

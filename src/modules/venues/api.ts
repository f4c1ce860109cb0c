import { say } from '#i18n/words.ts'
import { reply, type Api } from '#http/call.ts'
import type { Period } from '#lib/period.ts'
import { refuse } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import type { Catalogues } from './catalogue.ts'
import { lastOpenDay } from './hours-rules.ts'
import {
  daysFrom,
  viewContextOf,
  presentCourt,
  presentCourtDetail,
  presentDetail,
  presentFacility,
  presentPeriod,
  type Identity,
} from './present.ts'
import {
  findOffered,
  findOfferedFacility,
  sportsOf,
  type Catalogue,
  type Closure,
  type Court,
  type Facility,
  type Offer,
  type TimeQuery,
  type Words,
} from './rules.ts'
import {
  CourtAnswer,
  CourtListAnswer,
  CourtListBody,
  CourtOptionQuery,
  FacilityAnswer,
  FacilityListAnswer,
  FacilityListBody,
  IdQuery,
  OptionsAnswer,
  type Filters,
} from './wire.ts'

export type VenuesDeps = {
  catalogues: Catalogues
  identities(): Promise<Identity[]>
  /** Wired to the modules that know what is closed, rated and booked. */
  closures(within: Period): Promise<Closure[]>
  ratingOf(facilityId: number): Promise<{ stars: number; count: number } | undefined>
  findOffers(query: TimeQuery, context: { identityId: number; now: Date }): Promise<Offer[]>
}

const notFound = { not_found: 404 } as const

export function venuesApi(api: Api, { catalogues, identities, closures, ratingOf, findOffers }: VenuesDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Venues/1st/List/Client',
      reads: true,
      summary: 'B26 Facilities, also those that are free at a time',
      access: 'public',
      body: FacilityListBody,
      answers: { 200: FacilityListAnswer },
    },
    async ({ body, ...caller }) => {
      const catalogue = await catalogues.current()
      const view = viewContextOf(caller, catalogue)
      const [closed, offers] = await Promise.all([closures(daysFrom(view.now, 1)), body.freeOn && findOffers(body.freeOn, view)])
      const free = offers && new Map(offers.map((offer) => [offer.facility.id, offer.courts.length]))
      const found = catalogue.facilities.filter((one) => passes(one, body, [one.name, one.place]) && (!free || free.has(one.id)))
      const today = dayOf(view.now)
      return reply(200, {
        ...pageOf(found, body, (one) => ({ ...presentFacility(one, closed, view), freeCourts: free?.get(one.id) ?? null })),
        today,
        openUntil: lastOpenDay(view.now, catalogue.booking),
        mostMinutes: catalogue.booking.minutesPerDayAndSport,
      })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Venues/1st/Detail',
      summary: 'B27 One facility: courts, prices by identity, hours, rules',
      access: 'public',
      query: IdQuery,
      answers: { 200: FacilityAnswer },
      refusals: notFound,
    },
    async ({ query, ...caller }) => {
      const catalogue = await catalogues.current()
      const facility = findOfferedFacility(catalogue, query.id)
      if (!facility) return refuse({ code: 'not_found' })
      const [closed, known, rating] = await Promise.all([
        closures(daysFrom(caller.now, catalogue.booking.daysAhead + 1)),
        identities(),
        ratingOf(facility.id),
      ])
      const said = rating ? { stars: rating.stars, count: rating.count } : null
      return reply(200, { ...presentDetail(catalogue, facility, closed, known, viewContextOf(caller, catalogue)), rating: said })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Venues/2nd/List/Client',
      reads: true,
      summary: 'B28 Courts, also those that are free at a time',
      access: 'public',
      body: CourtListBody,
      answers: { 200: CourtListAnswer },
    },
    async ({ body, ...caller }) => {
      const catalogue = await catalogues.current()
      const view = viewContextOf(caller, catalogue)
      const offers = body.freeOn && (await findOffers(body.freeOn, view))
      const offered =
        offers &&
        new Map(
          offers.flatMap((offer) =>
            offer.courts.map((one) => [one.court.id, { ...presentPeriod(offer), price: one.price, deposit: one.deposit }] as const),
          ),
        )
      const found = offeredCourts(catalogue).filter(
        ({ facility, court }) =>
          (body.venue1stId === undefined || body.venue1stId === facility.id) &&
          passes(facility, body, [facility.name, court.name]) &&
          (!offered || offered.has(court.id)),
      )
      return reply(
        200,
        pageOf(found, body, (one) => ({ ...presentCourt(one, view), offer: offered?.get(one.court.id) ?? null })),
      )
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Venues/2nd/Detail',
      summary: 'B29 One court',
      access: 'public',
      query: IdQuery,
      answers: { 200: CourtAnswer },
      refusals: notFound,
    },
    async ({ query, ...caller }) => {
      const catalogue = await catalogues.current()
      const found = findOffered(catalogue, query.id)
      if (!found) return refuse({ code: 'not_found' })
      return reply(200, presentCourtDetail(found, await identities(), viewContextOf(caller, catalogue)))
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Venues/1st/List',
      summary: 'B30 Facilities to choose from',
      access: 'public',
      answers: { 200: OptionsAnswer },
    },
    async ({ locale }) =>
      reply(
        200,
        (await catalogues.current()).facilities.map(({ id, name }) => ({ id, name: say(name, locale) })),
      ),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Venues/2nd/List',
      summary: 'B31 Courts to choose from',
      access: 'public',
      query: CourtOptionQuery,
      answers: { 200: OptionsAnswer },
    },
    async ({ locale, query }) => {
      const all = offeredCourts(await catalogues.current())
      const found = all.filter(({ facility }) => query.venue1stId === undefined || facility.id === query.venue1stId)
      return reply(
        200,
        found.map(({ court }) => ({ id: court.id, name: say(court.name, locale) })),
      )
    },
  )
}

const offeredCourts = ({ facilities }: Catalogue): { court: Court; facility: Facility }[] =>
  facilities.flatMap((facility) => facility.courts.map((court) => ({ court, facility })))

function passes(facility: Facility, { sport, indoor, keyword }: Filters, names: Words[]): boolean {
  const wanted = keyword.toLowerCase()
  return (
    (sport === undefined || sportsOf(facility).includes(sport)) &&
    (indoor === undefined || facility.outdoor !== indoor) &&
    (wanted === '' || names.some(({ tw, en }) => tw.toLowerCase().includes(wanted) || en.toLowerCase().includes(wanted)))
  )
}

function pageOf<T, P>(found: T[], { page, pageSize }: { page: number; pageSize: number }, present: (one: T) => P) {
  return { items: found.slice((page - 1) * pageSize, page * pageSize).map(present), total: found.length, page, pageSize }
}

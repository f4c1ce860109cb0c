import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { where } from '#modules/orders/present.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { answerOffer, type OfferRefusal } from './answer-offer.ts'
import { listOpenOffers, type ShownOffer } from './offer-store.ts'
import { OfferAnswered, OfferBody, OfferListAnswer, OfferParams } from './wire.ts'

const answerStatus = { not_found: 404, offer_over: 409, offer_answered: 409 } as const satisfies StatusOf<OfferRefusal>

type OfferDeps = { db: Db; catalogues: Catalogues } & Pick<After, 'moneyOwed'>

/** Members answer what a closure offers them. */
export function offerApi(api: Api, deps: OfferDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Order/Offer/List',
      summary: 'Other floor that is held for the member’s bookings on closed floor',
      access: 'member',
      answers: { 200: OfferListAnswer },
    },
    async ({ session, locale, now }) => {
      const catalogue = await deps.catalogues.current()
      const offers = await listOpenOffers(deps.db, session.memberId, now)
      return reply(200, { items: offers.flatMap((offer) => presentOffer(catalogue, offer, locale)), serverTime: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Order/Offer/{id}',
      summary: 'Take the floor that is held, or everything back; the same answer again changes nothing',
      access: 'member',
      params: OfferParams,
      body: OfferBody,
      answers: { 200: OfferAnswered },
      refusals: answerStatus,
    },
    async ({ params, body, session, nameDeed, now }) => {
      const answered = await answerOffer(deps, { memberId: session.memberId, offerId: params.id, accept: body.accept }, now)
      if (!answered.ok) return answered
      const { facilityIds, orderNo, again, ...answer } = answered.value
      nameDeed({ orderNo, deed: body.accept ? 'moved' : 'given_up', isAgain: again })
      deps.moneyOwed(facilityIds)
      return reply(200, answer)
    },
  )
}

function presentOffer({ courtOf }: Catalogue, offer: ShownOffer, locale: Locale): OfferListAnswer['items'] {
  const [from, to] = [courtOf.get(offer.from.courtId), courtOf.get(offer.courtId)]
  if (!from || !to) return []
  const { id, itemId, orderNo, reason, holdUntil } = offer
  return [
    {
      id,
      itemId,
      orderNo,
      reason: say(reason, locale),
      from: where(from, offer.from, locale),
      to: where(to, offer.period, locale),
      until: holdUntil.toISOString(),
    },
  ]
}

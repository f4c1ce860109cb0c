import type { After } from '#modules/after.ts'
import { reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { refuse } from '#lib/result.ts'
import { addGuest } from '#modules/accounts/add-guest.ts'
import { generalPublic } from '#modules/accounts/admission-store.ts'
import { listIdentities } from '#modules/accounts/identity-store.ts'
import { readCourtCells } from '#modules/availability/read-courts.ts'
import { kindIn, type OrderKinds } from '#modules/orders/order-kinds.ts'
import { checkOrder } from '#modules/orders/check-order.ts'
import type { OrderRefusal } from '#modules/orders/place-order.ts'
import { refusalInWords } from '#modules/orders/texts.ts'
import type { ItemRequest } from '#modules/orders/rules.ts'
import { presentPerson, presentQuoted } from './counter-present.ts'
import { findPerson, findWhoCanBook } from './counter-store.ts'
import {
  CounterScheduleAnswer,
  PeopleAnswer,
  PeopleQuery,
  PersonAnswer,
  PersonParams,
  QuoteAnswer,
  QuoteBody,
  SaleAnswer,
  SaleBody,
  ScheduleQuery,
} from './counter-wire.ts'
import { findLastWeek } from './last-week.ts'
import { presentListed } from './orders-present.ts'
import { findStaffOrders } from './orders-store.ts'
import { buyerStatus, deskPayStatus, inMoney, payApi, payLinkStatus } from './pay-api.ts'
import { sellAtCounter, type CounterDeps, type DeadlineRefusal, type IdentityRefusal, type SaleRefusal } from './sell-at-counter.ts'

const placeStatus = {
  ...keyStatus,
  items_refused: 422,
  period_taken: 409,
  over_quota: 422,
  suspended: 403,
  price_changed: 409,
  no_such_member: 404,
  cannot_be_paid: 409,
  cannot_pay_at_desk: 409,
  desk_orders_open: 409,
} as const satisfies StatusOf<OrderRefusal>

const itemRequests = (items: { venue2ndId: number; start: Date; end: Date }[]): ItemRequest[] =>
  items.map(({ venue2ndId, start, end }) => ({ courtId: venue2ndId, period: { start, end } }))

const saleStatus = {
  ...placeStatus,
  ...deskPayStatus,
  ...payLinkStatus,
  ...buyerStatus,
  ...({ no_such_identity: 422, proof_not_seen: 422 } as const satisfies StatusOf<IdentityRefusal>),
  own_card: 403,
  ...({ deadline_not_possible: 422 } as const satisfies StatusOf<DeadlineRefusal>),
} as const

export type CounterApiDeps = CounterDeps & Pick<After, 'moneyOwed'> & { orderKinds: OrderKinds }

/** Selling at the counter: the person, the floor, the price, the money, the receipt. */
export function counterApi(api: Api, deps: CounterApiDeps): void {
  findAtCounter(api, deps)
  showFloor(api, deps)
  sell(api, deps)
  payApi(api, deps)
}

/** Unpaid orders of one person that the counter lists. */
const unpaidShown = 20

function findAtCounter(api: Api, deps: CounterApiDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Counter/People',
      summary: 'Members and guests by a part of their name, the start or end of their mobile, their address, account or an order number',
      access: deskRoles,
      query: PeopleQuery,
      answers: { 200: PeopleAnswer },
    },
    async ({ query: { q } }) => reply(200, { items: await findWhoCanBook(deps.db, q) }),
  )

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Counter/Person/{id}',
      summary: 'A person at the counter: identity, suspension, what is to be paid, and last week’s bookings a week later',
      access: deskRoles,
      params: PersonParams,
      answers: { 200: PersonAnswer },
      refusals: { not_found: 404 },
    },
    async ({ params: { id }, locale, now }) => {
      const person = await findPerson(deps.db, id, now)
      if (!person) return refuse({ code: 'not_found' as const })
      const lastWeek = await findLastWeek(deps, person, now)
      const owed = { state: 'awaiting-payment', person: id } as const
      const rows = await findStaffOrders(deps.db, owed, { after: undefined, limit: unpaidShown }, now)
      const catalogue = await deps.catalogues.current()
      const unpaid = rows.map((row) => presentListed(row, { catalogue, kindOf: (kind) => kindIn(deps.orderKinds, kind) }, locale, now))
      return reply(200, presentPerson(person, { canText: deps.canText, lastWeek, unpaid }, locale))
    },
  )
}

function showFloor(api: Api, { db, catalogues }: CounterApiDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Counter/Schedule',
      summary: 'The courts of a facility on a day as the desk sells them: any day ahead, and periods that have begun',
      access: deskRoles,
      query: ScheduleQuery,
      answers: { 200: CounterScheduleAnswer },
      refusals: { not_found: 404 },
    },
    async ({ query, locale, now }) => {
      const { facilities } = await catalogues.current()
      const offered = facilities.filter(({ retired }) => !retired)
      const chosen = query.facility === undefined ? offered[0] : offered.find(({ code }) => code === query.facility)
      const context = { identityId: query.identityId ?? generalPublic, memberId: null, now, atDesk: true }
      const seen = chosen && (await readCourtCells(db, catalogues, { facilityId: chosen.id }, [query.day], context))
      if (!seen) return refuse({ code: 'not_found' as const })
      const identities = (await listIdentities(db)).filter(({ for_community: forCommunity }) => !forCommunity)
      return reply(200, {
        facility: seen.facility.code,
        name: say(seen.facility.name, locale),
        day: query.day,
        facilities: offered.map(({ code, name }) => ({ code, name: say(name, locale) })),
        courts: seen.courts.map(({ court, cells }) => ({
          id: court.id,
          code: court.code,
          name: say(court.name, locale),
          cells: cells.map(({ start, end, state, price }) => ({
            start: start.toISOString(),
            end: end.toISOString(),
            state: state === 'mine' || state === 'not-yet' ? ('free' as const) : state,
            price,
          })),
        })),
        identities: identities.map(({ id, name_tw, name_en, needs_proof: needsProof }) => ({
          id,
          name: say({ tw: name_tw, en: name_en }, locale),
          needsProof,
        })),
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Counter/Quote',
      reads: true,
      summary: 'Prices and problems of what is to be sold, for an identity',
      access: deskRoles,
      body: QuoteBody,
      answers: { 200: QuoteAnswer },
      refusals: { no_such_identity: 422 },
    },
    async ({ body, locale, now }) => {
      const { identityId } = body
      if (identityId !== undefined && !(await listIdentities(db)).some(({ id }) => id === identityId))
        return refuse({ code: 'no_such_identity' as const })
      const asked = { items: itemRequests(body.items), memberId: null, identityId: identityId ?? generalPublic, atDesk: true }
      const { items, amount } = await checkOrder({ db, catalogues }, asked, now)
      return reply(200, { items: items.map((item) => presentQuoted(item, locale)), amount })
    },
  )
}

function sell(api: Api, deps: CounterApiDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Counter/Sale',
      summary: 'Sell periods to a member or a guest, and take the money; needs the header Idempotency-Key',
      access: deskRoles,
      body: SaleBody,
      answers: { 201: SaleAnswer },
      refusals: saleStatus,
    },
    async ({ request, body, session, locale, audit, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refuse<{ code: keyof typeof saleStatus }>(key.refusal)
      const { memberId: known, guest, items: wanted, ...sale } = body
      const memberId =
        known ??
        (await deps.db.transaction().execute((trx) => addGuest(trx, { ...guest!, locale: guest!.locale ?? locale }, audit, now))).memberId
      const items = itemRequests(wanted)
      const asked = { ...sale, items, memberId, identityId: body.identityId, by: session.memberId, idempotencyKey: key.value }
      const sold = await sellAtCounter(deps, asked, audit, now)
      if (!sold.ok) return refuse(spelled(sold.refusal, items, locale))
      const { orderNo, state, amount, change, checkedIn, payBefore, facilityIds, again } = sold.value
      if (!again) deps.moneyOwed(facilityIds)
      return reply(201, { orderNo, memberId, status: state, amount, change, checkedIn, payBefore: payBefore?.toISOString() ?? null })
    },
  )
}

type SpelledRefusal = { code: keyof typeof saleStatus }

/** Refusals of the order in words, item by item; sums of the others as money. */
function spelled(refusal: SaleRefusal, items: ItemRequest[], locale: Locale): SpelledRefusal {
  if (refusal.code === 'given_too_little' || refusal.code === 'parts_not_the_price') return inMoney(refusal)
  if (refusal.code in placeStatus) return refusalInWords(refusal as OrderRefusal, items, locale)
  return refusal
}

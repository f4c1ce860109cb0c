import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { minuteFrom } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { generalPublic, type Catalogue } from '#modules/venues/rules.ts'
import type { z } from 'zod'
import {
  acceptOffer,
  makeWish,
  withdrawWish,
  type AcceptRefusal,
  type WishRefusal,
  type WishRequest,
  type WithdrawRefusal,
} from './make-wish.ts'
import { presentWish, presentWished } from './present.ts'
import { readOpenLine, readPasses, readWishes } from './read-store.ts'
import { demandOf, openWishesAtMost, pricesOf, type Wished } from './rules.ts'
import {
  StaffWishListAnswer,
  StaffWishQuery,
  WishBody,
  WishIdBody,
  WishListAnswer,
  WishMadeAnswer,
  WishPriceAnswer,
  WishPriceBody,
} from './wire.ts'

export type WaitingDeps = { db: Db; catalogues: Catalogues } & Pick<After, 'lettersDue'>

const wishStatus = {
  no_such_place: 422,
  no_such_time: 422,
  day_not_open: 422,
  too_late: 422,
  too_many_courts: 422,
  free_now: 409,
  too_many_wishes: 409,
  too_many_requests: 429,
} as const
const withdrawStatus = { not_found: 404 } as const satisfies StatusOf<WithdrawRefusal>
const acceptStatus = { not_found: 404, order_not_unpaid: 409, to_be_paid: 409 } as const satisfies StatusOf<AcceptRefusal>

/** The waiting list, for members and for staff. */
export function waitingApi(api: Api, { db, catalogues, lettersDue }: WaitingDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Wish',
      summary: 'Wait for floor that is full: whoever wished first is offered what comes free. The same wish again is the first one',
      access: 'member',
      body: WishBody,
      answers: { 201: WishMadeAnswer },
      refusals: wishStatus,
    },
    async ({ body, session, now }) => {
      const made = await makeWish({ db, catalogues }, requestOf(await catalogues.current(), body, session.memberId), now)
      return made.ok ? reply(201, { wishId: made.value }) : refuse(worded(made.refusal))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Wish/Price',
      reads: true,
      summary: 'From how much to how much cost the periods that a wish asks for',
      access: 'public',
      body: WishPriceBody,
      answers: { 200: WishPriceAnswer },
    },
    async ({ body: { days, ...asked }, session, now }) => {
      const catalogue = await catalogues.current()
      const identityId = session?.identityId ?? generalPublic
      const found = days.flatMap((one) => pricesOf(catalogue, wishedOf(catalogue, { ...asked, day: one }), identityId, now) ?? [])
      const price =
        found.length === 0 ? null : { from: Math.min(...found.map(({ from }) => from)), to: Math.max(...found.map(({ to }) => to)) }
      return reply(200, { price })
    },
  )

  api.add(
    {
      method: 'get',
      path: '/api/Wish/List',
      summary: 'The member’s wishes: their place in line, why somebody else was served first, and what was offered',
      access: 'member',
      answers: { 200: WishListAnswer },
    },
    async ({ session, locale, now }) => {
      const catalogue = await catalogues.current()
      const wishes = await readWishes(db, session.memberId, now)
      const passes = Map.groupBy(
        await readPasses(
          db,
          wishes.map(({ id }) => id),
        ),
        ({ wishId }) => wishId,
      )
      const items = wishes.map((wish) => presentWish(catalogue, wish, passes.get(wish.id) ?? [], locale, now))
      return reply(200, { items, openAtMost: openWishesAtMost, serverTime: now.toISOString() })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Wish/Withdraw',
      summary: 'Take an open wish out of the line. An offer is declined by cancelling its order',
      access: 'member',
      body: WishIdBody,
      answers: { 204: null },
      refusals: withdrawStatus,
    },
    async ({ body, session, now }) => {
      const done = await withdrawWish(db, { id: body.wishId, memberId: session.memberId }, now)
      return done.ok ? reply(204) : refuse(done.refusal)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Wish/Accept',
      summary: 'Accept an offer that costs nothing. Any other is accepted by paying for it',
      access: 'member',
      body: WishIdBody,
      answers: { 204: null },
      refusals: acceptStatus,
    },
    async ({ body, session, nameDeed, now }) => {
      const done = await acceptOffer(db, { wishId: body.wishId, memberId: session.memberId }, now)
      if (!done.ok) return refuse(done.refusal)
      nameDeed(done.value)
      lettersDue()
      return reply(204)
    },
  )

  staffWishesApi(api, { db, catalogues })
}

const listedAtMost = 500

function staffWishesApi(api: Api, { db, catalogues }: Pick<WaitingDeps, 'db' | 'catalogues'>): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Wish/List',
      summary: 'Who waits for what, in the order of the line, and how much is waited for in each hour',
      access: deskRoles,
      query: StaffWishQuery,
      answers: { 200: StaffWishListAnswer },
    },
    async ({ query, locale, now }) => {
      const catalogue = await catalogues.current()
      const line = await readOpenLine(db, { day: query.day, most: listedAtMost + 1 }, now)
      const shown = line.slice(0, listedAtMost)
      return reply(200, {
        items: shown.map((wish) => ({ ...presentWished(catalogue, wish, locale), name: wish.name, personId: wish.memberId })),
        demand: demandOf(shown),
        more: line.length > listedAtMost,
      })
    },
  )
}

const requestOf = (catalogue: Catalogue, body: z.output<typeof WishBody>, memberId: string): WishRequest => ({
  ...wishedOf(catalogue, body),
  memberId,
  notAfter: body.notAfter,
})

function wishedOf({ courtOf, facilityOf }: Catalogue, body: Omit<z.output<typeof WishBody>, 'notAfter'>): Wished {
  const court = body.venue2ndId === undefined ? undefined : courtOf.get(body.venue2ndId)
  const facilityId = court?.facility.id ?? body.venue1stId ?? null
  return {
    sport: court?.facility.sport ?? (facilityId === null ? undefined : facilityOf.get(facilityId)?.sport) ?? body.sport ?? '',
    facilityId,
    courtId: body.venue2ndId ?? null,
    day: body.day,
    from: minuteFrom(body.from),
    to: minuteFrom(body.to),
    minutes: body.minutes,
    courts: body.courts,
  }
}

function worded(refusal: WishRefusal) {
  if (refusal.code === 'wish_refused') return { code: refusal.why }
  if (refusal.code === 'free_now')
    return { code: refusal.code, start: refusal.period.start.toISOString(), end: refusal.period.end.toISOString() }
  return refusal
}

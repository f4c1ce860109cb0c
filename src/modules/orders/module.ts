import { readLimits } from '#modules/settings/store.ts'
import { noChecks, noFiles, noRetention, noSearches, nothingWatched, type Module } from '../module.ts'
import { ordersApi } from './api.ts'
import { expireUnpaidOrders, remindOfTomorrow, type OnExpired } from './expire-unpaid-orders.ts'
import { forgetInOrders, mergeInOrders } from './member-store.ts'
import { orderLetters } from './letters.ts'
import { exportedOrders } from './member-data.ts'
import { bookingKinds, kindIn } from './order-kinds.ts'
import type { ExpiredOrder } from './order-store.ts'
import { orderLink } from './order-link.ts'
import { payLinkApi } from './pay-link-api.ts'
import { openPlacing } from './place-order.ts'
import { openOrders } from './read-store.ts'
import { settleMoves } from './settle-moves.ts'
import { ordersStaffApi } from './staff-api.ts'

export const orders = {
  provides: {},
  calls(api, house) {
    const { db, catalogues, after, demand, providers, canPayOnline, tokens, publicUrl, links, orderKinds } = house
    const deps = {
      db,
      catalogues,
      placing: openPlacing(db, catalogues),
      ...after,
      onTaken: demand.onTaken,
      canPayOnline,
      providers,
      orderKinds,
      orderLink: orderLink(tokens, publicUrl),
    }
    payLinkApi(api, { ...house, orders: house.payable })
    ordersApi(api, deps)
    ordersStaffApi(api, { ...deps, followMove: links.followMove })
  },
  jobs: ({ db, catalogues, canPayOnline, orderKinds, after, links, clock, onFailure }) => {
    const onExpired: OnExpired = async (trx, expired, now) => {
      const { numberDaysAhead } = (await readLimits(trx)).booking
      const wasPayable = (order: ExpiredOrder) => order.payAtDesk || canPayOnline(order, numberDaysAhead, order.placedAt)
      const punished = expired.filter((order) => kindIn(orderKinds, order.kind).pointWhenUnpaid && wasPayable(order))
      await links.givePointsForExpired(trx, punished, now)
      for (const kind of new Set(expired.map((order) => order.kind)))
        await kindIn(orderKinds, kind).expire(
          trx,
          expired.filter((order) => order.kind === kind),
          now,
        )
    }
    return [
      {
        name: 'expire-unpaid-orders',
        every: '* * * * *',
        run: async () => {
          const failed = onFailure('an order could not be warned or expired')
          after.bookingsChanged(await expireUnpaidOrders(db, clock.now(), onExpired, links.passOnDates, failed))
        },
      },
      {
        name: 'settle-moves',
        every: '* * * * *',
        run: async () => {
          after.moneyOwed(
            await settleMoves({ db, catalogues, canPayOnline }, clock.now(), onFailure('moves of an order could not be settled')),
          )
        },
      },
      {
        name: 'remind-of-tomorrow',
        every: '0 * * * *',
        run: async () => {
          await remindOfTomorrow(db, clock.now(), onFailure('a booking got no reminder'))
          after.lettersDue()
        },
      },
    ]
  },
  letters: ({ catalogues, tokens, publicUrl, links: { hasPointForExpired, readBackSums, readClosureWords } }) => ({
    order: orderLetters({ catalogues, orderLink: orderLink(tokens, publicUrl), hasPointForExpired, readBackSums, readClosureWords }),
  }),
  member: { exports: { orders: exportedOrders }, open: openOrders, forget: forgetInOrders, merge: { holders: mergeInOrders } },
  retention: noRetention,
  searches: noSearches,
  orderKinds: bookingKinds,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

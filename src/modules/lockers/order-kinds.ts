import * as m from '#i18n/generated/messages.js'
import type { OrderKinds } from '../orders/order-kinds.ts'
import { lapseLockers } from './lapse-lockers.ts'
import { settleTerm } from './settle-term.ts'

/** A term of a locker. It goes back when the locker is returned, not by a request for a refund. */
export const lockerKinds = {
  locker: {
    title: (locale) => m.locker_title({}, { locale }),
    icon: 'locker',
    isBooking: false,
    isTopUp: false,
    page: { path: '/member/order/locker', label: (locale) => m.locker_see({}, { locale }) },
    settle: settleTerm,
    expire: lapseLockers,
    pointWhenUnpaid: false,
    byNumber: true,
    giveBack: undefined,
  },
} as const satisfies OrderKinds

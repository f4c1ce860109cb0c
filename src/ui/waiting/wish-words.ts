import { m } from '#i18n/generated/messages.js'
import { minuteFrom } from '#lib/zone.ts'
import type { WishAnswer } from '#modules/waiting/wire.ts'
import { sportName } from '#ui/venues/sport-names.ts'
import { sayDay, sayLength } from '#ui/venues/venue-words.ts'

type Where = Pick<WishAnswer, 'venue1stId' | 'where' | 'sport'>
type When = Pick<WishAnswer, 'day' | 'from' | 'to' | 'minutes'>

/** The court or the facility; any of a sport: 羽球，任何場館. */
export const sayWhere = ({ venue1stId, where, sport }: Where): string =>
  venue1stId === null ? m.wish_any_of_sport({ sport: sportName(sport) }) : where

/** 11月18日（三）19:00–20:00; with room to choose: 11月18日（三）18:00–22:00 之間，1 小時. */
export function sayWhen({ day, from, to, minutes }: When): string {
  const said = { day: sayDay(day), from, to }
  return minuteFrom(to) - minuteFrom(from) === minutes ? m.wish_exact(said) : m.wish_between({ ...said, length: sayLength(minutes) })
}

export const sayPlaceInLine = (place: number): string => (place === 1 ? m.wish_place_first() : m.wish_place_n({ place }))

export const sayCourtCount = (courts: number): string => (courts === 1 ? m.wish_courts_one() : m.wish_courts_n({ n: courts }))

/** How an available time is offered, and how long it is held: where nothing is paid online, as long as the desk waits for the payment. */
export function sayOffer({ canText, canPay }: { canText: boolean; canPay: boolean }): string {
  if (!canPay) return canText ? m.wish_next_offer_desk() : m.wish_next_offer_desk_mail()
  return canText ? m.wish_next_offer() : m.wish_next_offer_mail()
}

type State = { word: () => string; tone: 'plain' | 'good' | 'due' | 'danger' }
export const wishStateWords: Record<WishAnswer['status'], State> = {
  open: { word: m.wish_state_open, tone: 'plain' },
  offered: { word: m.wish_state_offered, tone: 'due' },
  served: { word: m.wish_state_served, tone: 'good' },
  declined: { word: m.wish_state_declined, tone: 'plain' },
  lapsed: { word: m.wish_state_lapsed, tone: 'danger' },
  withdrawn: { word: m.wish_state_withdrawn, tone: 'plain' },
  over: { word: m.wish_state_over, tone: 'plain' },
}

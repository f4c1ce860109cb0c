import { cleanLine } from '#lib/clean-text.ts'
import type { Period } from '#lib/period.ts'

/** A player is somebody who comes along with the member who booked, known by a short name that the member gives. No account, no right. */
export const maxPlayers = 20
export const maxPlayerName = 20
/** Days after the last period of an order until its players are forgotten: long enough to ask who was there, and no longer. */
export const playersKeptDays = 3

const nameCharacters =
  /^(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator} .,'’·・&＆_()（）-]|\u{200D}|\u{FE0F})+$/u
const somethingToSay = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u
/** A phone or a number of a document, which nobody needs at the door, whatever stands between its digits. */
const hasLongNumber = (name: string): boolean => /\p{N}{6}/u.test(name.replaceAll(/[^\p{L}\p{N}]/gu, ''))

/** Letters, digits, emoji and what stands within names; no markup, no addresses, no numbers of persons. */
export const isPlayerName = (name: string): boolean => nameCharacters.test(name) && somethingToSay.test(name) && !hasLongNumber(name)

/** The names that somebody wrote in a row, in the order of writing, each once, cleaned as the server does it. */
export const playersIn = (text: string): string[] => eachOnce(text.split(/[、，,;；\n]/).map(cleanLine))

/** Names as they are kept: composed, not empty, each once. */
export const eachOnce = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.normalize('NFC')))].filter(Boolean)

export type PlayersRefusal = { code: 'visit_begun' } | { code: 'no_ticket' }

/** Players can be changed until the last period of the order has begun. `periods`: those that were not cancelled. */
export const whyNotNamePlayers = (hasTicket: boolean, periods: readonly Period[], now: Date): PlayersRefusal | undefined => {
  if (!hasTicket) return { code: 'no_ticket' }
  return periods.some(({ start }) => start > now) ? undefined : { code: 'visit_begun' }
}

import type { Bank } from './bank.ts'
import type { Calls } from './call.ts'
import type { Dice } from './dice.ts'
import type { History } from './history.ts'
import type { OtherBanks } from './other-banks.ts'
import type { People } from './people.ts'

/** What every client of a trial shares. */
export type World = {
  calls: Calls
  bank: Bank
  others: OtherBanks
  history: History
  people: People
  dice: Dice
  /** Milliseconds between two requests of one client. */
  pause: number
  /** Control: a repeated request has a new idempotency key. */
  withoutKeys?: boolean | undefined
  /** One visit in so many is a rush for one hour, of so many members. */
  rushOneIn: number
  pressing: number
  isOver(): boolean
}

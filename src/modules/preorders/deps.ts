import type { After } from '#modules/after.ts'
import type { Trx } from '#db/connect.ts'
import type { CanPayOnline } from '#modules/payments/offered-ways.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { PassOn } from './release-dates.ts'
import type { SubmitDeps } from './submit-preorder.ts'

/** Gives one date of a confirmed order back, with this share of its price. False when the date is not the member's. */
export type GiveBackItem = (
  trx: Trx,
  given: { orderId: string; item: { id: string; paid: number; percent: number; amount: number } },
  now: Date,
) => Promise<boolean>

/** Clubs that have entered a ballot. */
export type Entrants = {
  hasEntries(trx: Trx, roundId: number): Promise<boolean>
  noteExtended(trx: Trx, roundId: number, now: Date): Promise<void>
}

export type PreOrdersDeps = SubmitDeps &
  Pick<After, 'bookingsChanged' | 'moneyOwed'> & {
    canPayOnline: CanPayOnline
    entrants: Entrants
    passOn: PassOn
    files: FileStore
    giveBackItem: GiveBackItem
  }

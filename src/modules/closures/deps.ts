import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Trx } from '#db/connect.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { LostBooking } from './closure-store.ts'
import type { ReleaseDates } from './cancel-bookings-for-closure.ts'

export type ClosuresDeps = Pick<After, 'moneyOwed'> & {
  db: Db
  jobs: Pick<Jobs, 'send'>
  publicUrl: string
  /** False: nobody is told anything by text. */
  canText: boolean
  catalogues: Catalogues
  releaseDates: ReleaseDates
  /** Puts whoever lost a booking at the head of the line for the same floor, before it is freed. */
  serveFirst(trx: Trx, catalogue: Catalogue, lost: LostBooking[], now: Date): Promise<number>
}

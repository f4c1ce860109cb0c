import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { ReleaseDates } from './cancel-bookings-for-closure.ts'

export type ClosuresDeps = {
  db: Db
  jobs: Pick<Jobs, 'send'>
  publicUrl: string
  catalogues: Catalogues
  releaseDates: ReleaseDates
  /** Called after the commit with the facilities whose availability has changed. */
  onChanged(facilityIds: number[]): void
}

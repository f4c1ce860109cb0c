import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { ReleaseDates } from '#modules/orders/take-away.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'

export type FeedbackDeps = {
  db: Db
  jobs: Jobs
  tokens: Tokens
  files: FileStore
  catalogues: Catalogues
  publicUrl: string
  /** Something was taken or given back at these facilities, and somebody is to be told. After the commit. */
  onChanged(facilityIds: number[]): void
  releaseDates: ReleaseDates
}

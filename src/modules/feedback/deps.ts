import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { ReleaseDates } from '#modules/closures/cancel-bookings-for-closure.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'

export type FeedbackDeps = Pick<After, 'moneyOwed' | 'lettersDue'> & {
  db: Db
  tokens: Tokens
  files: FileStore
  catalogues: Catalogues
  publicUrl: string
  releaseDates: ReleaseDates
}

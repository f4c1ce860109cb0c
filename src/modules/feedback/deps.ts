import type { Db } from '#db/connect.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { ReleaseDates } from '#modules/closures/cancel-bookings-for-closure.ts'
import type { WriteLettersSoon } from '#modules/notifications/write-letters.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'

export type FeedbackDeps = {
  db: Db
  tokens: Tokens
  files: FileStore
  catalogues: Catalogues
  publicUrl: string
  /** After the commit: announces the change to open grids and starts the job that writes mails. */
  onChanged(facilityIds: number[]): void
  writeLettersSoon: WriteLettersSoon
  releaseDates: ReleaseDates
}

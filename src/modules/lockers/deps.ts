import type { Db } from '#db/connect.ts'
import type { WriteLettersSoon } from '#modules/notifications/write-letters.ts'

export type LockersDeps = {
  db: Db
  writeLettersSoon: WriteLettersSoon
  /** After the commit, when a refund is due. */
  onOwed(): void
}

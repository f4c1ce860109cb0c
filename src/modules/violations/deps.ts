import type { Db } from '#db/connect.ts'
import type { WriteLettersSoon } from '#modules/notifications/write-letters.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'

export type ViolationsDeps = { db: Db; catalogues: Catalogues; writeLettersSoon: WriteLettersSoon }

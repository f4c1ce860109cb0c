import type { After } from '#modules/after.ts'
import type { Db } from '#db/connect.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'

export type ViolationsDeps = { db: Db; catalogues: Catalogues } & Pick<After, 'lettersDue'>

import type { Db } from '#db/connect.ts'
import type { Tokens } from '#modules/logins/tokens.ts'

export type ContentDeps = { db: Db; tokens: Tokens; publicUrl: string }

import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Tokens } from './tokens.ts'

/** What the use cases of accounts need from outside. */
export type AccountDeps = { db: Db; jobs: Jobs; tokens: Tokens; publicUrl: string }

import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { FileStore } from '#modules/files/storage.ts'

export type HighlightStaffDeps = { db: Db; files: FileStore; jobs: Jobs; tokens: Tokens; publicUrl: string }

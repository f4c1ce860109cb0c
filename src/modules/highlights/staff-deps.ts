import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { StatusOf } from '#http/problem.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { SaveHighlightRefusal } from './save-highlight.ts'

export type HighlightStaffDeps = { db: Db; files: FileStore; jobs: Jobs; tokens: Tokens; publicUrl: string }

export const saveStatus = {
  not_found: 404,
  highlight_changed: 409,
  not_a_picture: 422,
  no_such_file: 422,
} as const satisfies StatusOf<SaveHighlightRefusal>

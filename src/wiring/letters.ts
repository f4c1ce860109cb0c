import type { Db } from '#db/connect.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { Module } from '#modules/module.ts'
import type { LetterWriters } from '#modules/notifications/write-letters.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { links, modules as all } from './modules.ts'

type Needs = { db: Db; tokens: Tokens; publicUrl: string; catalogues?: Catalogues }

/** Who writes the letters about what: by the topic of the outbox. `space-freed` has none: freed_floor says what is to be offered. */
export function lettersByTopic({ catalogues, ...needs }: Needs, modules: readonly Module[] = all): LetterWriters {
  const given = { ...needs, catalogues: catalogues ?? openCatalogues(needs.db), links }
  return Object.assign({}, ...modules.map(({ letters }) => letters(given))) as LetterWriters
}

import { sql } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'
import type { FileUse, FileUses } from '#modules/files/access.ts'
import type { Module } from '#modules/module.ts'
import { modules as all } from './modules.ts'

/** The kinds of rows of all modules that may refer to a file. */
export const fileUsesOf = (modules: readonly Module[]): FileUses => Object.assign({}, ...modules.map(({ files }) => files.uses))

/** The kinds of rows that refer to a file; none when there are no rows. */
export async function usesOf(db: DbOrTrx, fileId: string, uses: FileUses = fileUsesOf(all)): Promise<FileUse[]> {
  const rows = Object.entries(uses).flatMap(([use, { columns }]) =>
    columns.map((column) => {
      const [table] = column.split('.')
      return sql`select ${use} as use where exists (select from ${sql.ref(table!)} where ${sql.ref(column)} = ${fileId})`
    }),
  )
  const found = await sql<{ use: string }>`${sql.join(rows, sql` union `)}`.execute(db)
  return found.rows.map(({ use }) => uses[use]!)
}

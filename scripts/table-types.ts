import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { migrationsTable } from '#db/migrate.ts'
import { sqlObjectsTable } from '#db/sql-objects.ts'

const root = join(import.meta.dirname, '..')

/** Writes src/db/tables.gen.ts from the tables of a database, or with `verify` throws when it would change. */
export function generateTableTypes(url: string, { verify = false } = {}): void {
  const kept = [
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    `public.{${migrationsTable},${sqlObjectsTable}}`,
  ]
  const parsers = ['--date-parser', 'string', '--type-mapping', JSON.stringify({ int8: 'number' })]
  const target = ['--dialect', 'postgres', '--url', url, '--out-file', join(root, 'src/db/tables.gen.ts'), ...(verify ? ['--verify'] : [])]
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  execFileSync(process.execPath, [codegen, ...target, ...kept, ...parsers], { stdio: 'pipe' })
}

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { startTemporaryPostgres } from '#testing/global-setup.ts'
import { canBePrepared, readColumns, readLastMigration, readRules, shapeOf, understand, type Version } from '#testing/version-before.ts'

const root = join(import.meta.dirname, '..')

/** Runs the tests and writes what the product asks of the database to src/db/version-before.json.gz, for the version that follows. */
export async function recordStatements(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-statements-'))
  try {
    const vitest = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--exclude',
      'scripts/**',
      '--exclude',
      'src/db/version-before.test.ts',
    ]
    execFileSync(process.execPath, vitest, { cwd: root, stdio: 'inherit', env: { ...process.env, RECORD_STATEMENTS: folder } })
    const version = await describe(readRecorded(folder))
    writeFileSync(join(root, 'src/db/version-before.json.gz'), gzipSync(JSON.stringify(version), { level: 9 }))
    return `Wrote ${version.statements.length} statements as of ${version.lastMigration} to src/db/version-before.json.gz.`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readRecorded(folder: string): { from: string; text: string }[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  const byShape = new Map<string, { from: string; text: string }>()
  for (const line of lines) {
    const statement = JSON.parse(line) as { from: string; text: string }
    const shape = shapeOf(statement.text)
    const known = byShape.get(shape)
    if (canBePrepared(statement.text) && (!known || statement.text.length < known.text.length)) byShape.set(shape, statement)
  }
  return [...byShape.values()].toSorted((a, b) => (a.from + a.text < b.from + b.text ? -1 : 1))
}

async function describe(asked: { from: string; text: string }[]): Promise<Version> {
  const postgres = await startTemporaryPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await migrate(postgres.url)
    await client.connect()
    const { understood, not } = await understand(client, asked)
    // Statements of tests about broken databases, and of tables that only a test has.
    for (const { from, why } of not) console.log(`left out: ${from}: ${why}`)
    return {
      lastMigration: await readLastMigration(client),
      columns: await readColumns(client),
      rules: await readRules(client),
      statements: understood,
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

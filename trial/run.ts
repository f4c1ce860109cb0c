// The service under faults: clients book, pay and change their minds while processes and database are killed, stopped and cut off
// from each other. Afterwards what the clients were told is held against the database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from './options.ts'
import { writeReport } from './report.ts'
import { inOwnNamespace } from './namespace.ts'
import { runTrial } from './trial.ts'

const options = readOptions(process.argv.slice(2))
const namespace = await inOwnNamespace(process.argv.slice(1))
if (namespace.endedWith !== undefined) process.exit(namespace.endedWith)

const folder = mkdtempSync(join(tmpdir(), `fieldhouse-trial-${process.pid}-`))
try {
  const { report, history } = await runTrial(options, folder, namespace.isOwn)
  const text = writeReport(report)
  console.log(`Seed ${options.seed}\n${text}`)
  if (options.out !== undefined) writeFileSync(options.out, `${text}\n`)
  const isGood = report.checks.every(({ broken }) => broken.length === 0)
  if (!isGood && options.out !== undefined)
    writeFileSync(
      `${options.out}.history.json`,
      JSON.stringify(history, (_, value) => (value instanceof Map ? [...value.values()] : value)),
    )
  process.exitCode = isGood ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}

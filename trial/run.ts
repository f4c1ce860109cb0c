// The service under faults: clients book, pay and change their minds while processes and database are killed, stopped and cut off
// from each other. Afterwards what the clients were told is held against the database.
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { History } from './history.ts'
import { folderFromOutside, runInOwnNamespace } from './namespace.ts'
import { readOptions, type Options } from './options.ts'
import { writeReport } from './report.ts'
import { runTrial } from './trial.ts'

const options = readOptions(process.argv.slice(2))
const inside = folderFromOutside()
if (inside !== undefined) process.exit(await tryOut(options, inside, true))

const folder = mkdtempSync(join(tmpdir(), `fieldhouse-trial-${process.pid}-`))
let code = 1
try {
  code = (await runInOwnNamespace(process.argv.slice(1), folder)) ?? (await tryOut(options, folder, false))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

/** Runs a trial and writes its report; answers the exit code. */
async function tryOut({ seed, out, ...others }: Options, where: string, mayMount: boolean): Promise<number> {
  const { report, history } = await runTrial({ seed, out, ...others }, where, mayMount)
  const text = writeReport(report)
  console.log(`Seed ${seed}\n${text}`)
  if (out !== undefined) writeFileSync(out, `${text}\n`)
  if (report.checks.every(({ broken }) => broken.length === 0)) return 0
  if (out !== undefined) await pipeline(Readable.from(linesOf(history)), createWriteStream(`${out}.history.jsonl`))
  return 1
}

/** One line for each thing that a client knows: the history of a million attempts is longer than a string can be. */
function* linesOf(history: History): Generator<string> {
  for (const [kind, list] of Object.entries(history)) for (const one of list.values()) yield `${JSON.stringify({ kind, one })}\n`
}

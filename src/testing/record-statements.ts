import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * While RECORD_STATEMENTS names a folder, writes what the product asks the database during tests: a line of JSON for each
 * statement, with the file that it comes from. What tests themselves ask is left out (`npm run db -- record`).
 */
const folder = process.env['RECORD_STATEMENTS']
const isRecording = Symbol.for('fieldhouse.recording')
const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown; [isRecording]?: boolean }

if (folder !== undefined && !prototype[isRecording]) {
  prototype[isRecording] = true
  const known = new Set<string>()
  const query = prototype.query
  prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [asked] = args
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | null)?.text ?? '')
    const from = known.has(text) ? undefined : originOf()
    if (from !== undefined) {
      known.add(text)
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ from, text })}\n`)
    }
    return query.apply(this, args)
  }
}

const plumbing = /^src\/(db\/(pool|circuit-breaker|connect|transaction|migrate|sql-objects|jobs)|testing\/record-statements)\.ts$/
const ofTests = /\.(test|spec)\.|^src\/testing\/|^demo\/|^e2e\/|^bench\/|^scripts\//

/** The file that asks: the innermost one of ours that is not the way to the database itself. Undefined: a test, or a library. */
function originOf(): string | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 80
  const stack = new Error('where').stack ?? ''
  Error.stackTraceLimit = limit
  const files = [...stack.matchAll(/\/((?:src|demo|e2e|bench|scripts)\/[\w./-]+\.tsx?)[:?]/g)].map(([, file]) => file!)
  const first = files.find((file) => !plumbing.test(file))
  return first === undefined || ofTests.test(first) ? undefined : first
}

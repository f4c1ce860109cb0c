import { Worker } from 'node:worker_threads'
import type { FileError } from './file-errors.ts'
import { located, type ParsedImport } from './parse-import.ts'

/** A catalogue of a hundred facilities is half as large. */
export const importBytes = 2_000_000

/** What a file may take to be parsed: a catalogue of a hundred facilities takes a tenth of either. */
type ImportBounds = { megabytes: number; milliseconds: number }
const bounds: ImportBounds = { megabytes: 256, milliseconds: 20_000 }

export type Imported = Pick<ParsedImport, 'kind' | 'raw' | 'errors'> & { locate(errors: FileError[]): FileError[] }

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads an uploaded catalogue in a thread of its own, one at a time in a process: nobody waits for it but its sender. A file that
 * takes too long or too much memory all the same is refused as one that cannot be read, and ends its thread alone.
 */
export async function readImport(bytes: Buffer, within = bounds): Promise<Imported> {
  const mine = last.then(() => parseInThread(bytes, within))
  last = mine.catch(() => {})
  const { where, ...parsed } = await mine
  return { ...parsed, locate: (errors) => errors.map((error) => located(error, where)) }
}

async function parseInThread(bytes: Buffer, { megabytes, milliseconds }: ImportBounds): Promise<ParsedImport> {
  const worker = new Worker(new URL('./read-import-worker.ts', import.meta.url), {
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  try {
    return await new Promise<ParsedImport>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread ended without a word')))
      setTimeout(() => reject(new Error('too much time')), milliseconds).unref()
    })
  } catch (error) {
    const isWorkbook = bytes.subarray(0, 2).toString('latin1') === 'PK'
    const code = isWorkbook ? 'not_workbook' : 'not_json'
    const said: FileError = { part: 'file', path: '', code, params: { value: (error as Error).message.slice(0, 120) } }
    return { kind: isWorkbook ? 'xlsx' : 'json', raw: {}, errors: [said], where: new Map() }
  } finally {
    await worker.terminate()
  }
}

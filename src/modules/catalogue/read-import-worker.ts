import { parentPort, workerData } from 'node:worker_threads'
import { parseImport } from './parse-import.ts'

// The thread in which read-import.ts has a file parsed.
parentPort?.postMessage(await parseImport(Buffer.from(workerData as Uint8Array)))

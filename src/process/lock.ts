import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { retryBriefly } from './retry-briefly.ts'
import { runOf } from '#lib/running.ts'
import { StartError } from '#lib/start-error.ts'

export type DataLock = { release(): void }

export class DataDirInUse extends StartError {}

/** Locks the data folder; waits a moment for a process that is just releasing it. */
export function claimDataDir(dir: string): Promise<DataLock> {
  return retryBriefly(
    () => lockDataDir(dir),
    (error) => error instanceof DataDirInUse,
  )
}

/** One process owns a data folder. The lock file names pid and start time, so that the lock of a killed process is known to be stale. */
export function lockDataDir(dir: string): DataLock {
  mkdirSync(dir, { recursive: true })
  const lock = join(dir, 'fieldhouse.lock')
  const mine = `${process.pid} ${runOf(process.pid)}\n`
  const draft = `${lock}.${process.pid}`
  writeFileSync(draft, mine)
  try {
    while (!placed(draft, lock)) {
      const found = read(lock)
      const owner = ownerOf(found)
      if (owner !== undefined)
        throw new DataDirInUse(
          `The data folder ${dir} is in use by another Fieldhouse (process ${owner}): stop it, or set DATA_DIR to another folder.`,
        )
      if (found !== undefined) removeStale(lock, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release() {
      if (read(lock) === mine) rmSync(lock, { force: true })
    },
  }
}

/** Creating a hard link is atomic: no process reads a lock file that is half written. */
function placed(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function ownerOf(lock: string | undefined): number | undefined {
  const [pid, run] = lock?.trim().split(' ') ?? []
  return run !== undefined && runOf(Number(pid)) === run ? Number(pid) : undefined
}

/** Two starting processes may see the same stale lock; the slower one must not remove the new lock of the faster one. */
function removeStale(lock: string, stale: string): void {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (read(aside) !== stale) placed(aside, lock)
  rmSync(aside, { force: true })
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

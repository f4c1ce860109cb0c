import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

export type Disk = {
  /** Where the database lives. */
  dir: string
  /** What the file system is, for the report; undefined: the machine's own, which is not filled. */
  kind: string | undefined
  fill(): void
  empty(): void
  close(): void
}

/**
 * A file system of the database's own, which can be filled without harm to anybody: ext4 in a file, or memory where there are no
 * loop devices. Mounted in a mount namespace of the trial's (run.ts), so that nothing is left of it. Without the rights for that,
 * a folder of the machine's disk.
 */
export function openDisk(folder: string, gigabytes: number, mayMount: boolean): Disk {
  const dir = join(folder, 'database')
  mkdirSync(dir)
  const kind = mayMount ? mount(folder, dir, gigabytes) : undefined
  const filler = join(dir, 'filler')
  return {
    dir,
    kind,
    fill() {
      for (let n = 0; n < 20; n++) {
        const { bavail, bsize } = statfsSync(dir)
        if (bavail === 0) return
        // Fails for the last blocks, of which the file system needs some itself.
        tryRun('fallocate', ['-l', String(bavail * bsize), `${filler}-${n}`])
      }
    },
    empty() {
      for (let n = 0; n < 20; n++) rmSync(`${filler}-${n}`, { force: true })
    },
    close() {
      if (kind !== undefined) tryRun('umount', [dir])
    },
  }
}

function mount(folder: string, dir: string, gigabytes: number): string | undefined {
  const image = join(folder, 'disk.img')
  const isMade =
    tryRun('truncate', ['-s', `${gigabytes}G`, image]) &&
    tryRun('mkfs.ext4', ['-q', '-m', '0', '-E', 'lazy_itable_init=1,lazy_journal_init=1', image])
  if (isMade && tryRun('mount', ['-o', 'loop', image, dir])) {
    // PostgreSQL's own user must be able to enter.
    execFileSync('chmod', ['755', dir])
    return 'ext4 in a file'
  }
  rmSync(image, { force: true })
  return tryRun('mount', ['-t', 'tmpfs', '-o', `size=${gigabytes}G,mode=755`, 'tmpfs', dir]) ? 'tmpfs' : undefined
}

function tryRun(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

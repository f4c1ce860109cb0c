import { execFileSync } from 'node:child_process'
import { chownSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '#lib/start-error.ts'

/**
 * PostgreSQL refuses to run as root. When this process is root, PostgreSQL runs as another user, with the capability to
 * traverse folders that only root may enter (such as a clone in a private temporary folder).
 */
export type Runner = {
  /** Gives a folder and all in it to the user that PostgreSQL runs as. */
  own(path: string): void
  /** The command line, and the options of spawn, that run a program as that user. */
  command(program: string, args: string[]): { program: string; args: string[]; as: { uid?: number; gid?: number } }
}

export function chooseRunner(dataDir: string, reached: string[]): Runner {
  if (process.getuid?.() !== 0) return { own: () => {}, command: (program, args) => ({ program, args, as: {} }) }
  const { uid, gid } = ownerOf(dataDir) ?? account('postgres') ?? account('nobody') ?? { uid: 65534, gid: 65534 }
  const own = (path: string) => chownAll(path, uid, gid)
  if (reached.every(isOpenToAll)) return { own, command: (program, args) => ({ program, args, as: { uid, gid } }) }
  const through = ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups', ...passRights]
  assertCanPass(through, reached)
  return { own, command: (program, args) => ({ program: 'setpriv', args: [...through, program, ...args], as: {} }) }
}

/** The last one is for access(2), by which PostgreSQL finds its own files: access(2) ignores capabilities otherwise. */
const passRights = [
  '--inh-caps=+dac_override,+dac_read_search',
  '--ambient-caps=+dac_override,+dac_read_search',
  '--securebits=+no_setuid_fixup',
]

function assertCanPass(through: string[], reached: string[]): void {
  try {
    execFileSync('setpriv', [...through, 'ls', '-d', ...reached.map(nearest)], { stdio: 'ignore' })
  } catch {
    const shut = reached.find((path) => !isOpenToAll(path))
    throw new StartError(
      `PostgreSQL does not run as root, and its own user cannot reach ${shut}: start as an ordinary user, use a folder that others may enter, or set DATABASE_URL.`,
    )
  }
}

function ownerOf(dataDir: string): { uid: number; gid: number } | undefined {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function account(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function isOpenToAll(path: string): boolean {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const found = statSync(dir, { throwIfNoEntry: false })
    if (found && (found.mode & 0o001) === 0) return false
    if (dir === dirname(dir)) return true
  }
}

function nearest(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : nearest(dirname(path))
}

function chownAll(path: string, uid: number, gid: number): void {
  const found = lstatSync(path)
  if (found.isDirectory()) for (const name of readdirSync(path)) chownAll(join(path, name), uid, gid)
  if (found.isSymbolicLink() || (found.uid === uid && found.gid === gid)) return
  chownSync(path, uid, gid)
}

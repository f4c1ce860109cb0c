import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

const mark = 'FIELDHOUSE_TRIAL_FOLDER'
const flags = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc']

/** The folder that the run outside has made for this one; undefined outside. */
export const folderFromOutside = (): string | undefined => process.env[mark]

/**
 * Runs the trial again in namespaces of its own for mounts and processes, where this process may make them: its file system and
 * all of its processes are then gone with it, however it ends. Answers its exit code; undefined where that is not possible.
 */
export async function runInOwnNamespace(args: string[], folder: string): Promise<number | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('unshare', [...flags, 'true'], { stdio: 'ignore' }).status !== 0) return undefined
  const inner = spawn('unshare', [...flags, process.execPath, ...args], { stdio: 'inherit', env: { ...process.env, [mark]: folder } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The trial ends in good order, and reports; asked for a second time, it is killed.
    process.once(signal, () => {
      for (const pid of childrenOf(inner.pid!)) process.kill(pid, 'SIGTERM')
      process.on(signal, () => inner.kill('SIGKILL'))
    })
  }
  const [code] = (await once(inner, 'exit')) as [number | null]
  return code ?? 1
}

/** Pids of the processes that a process has started. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

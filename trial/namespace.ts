import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => inner.kill('SIGKILL'))
  const [code] = (await once(inner, 'exit')) as [number | null]
  return code ?? 1
}

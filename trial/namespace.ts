import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

const mark = 'FIELDHOUSE_TRIAL_NAMESPACE'
const flags = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc']

/**
 * Runs the trial again in namespaces of its own for mounts and processes, where this process may make them: its file system and
 * all of its processes are then gone with it, however it ends. `isOwn`: this is that run. `endedWith`: it has run.
 */
export async function inOwnNamespace(args: string[]): Promise<{ isOwn: boolean; endedWith?: number }> {
  if (process.env[mark] !== undefined) return { isOwn: true }
  if (process.getuid?.() !== 0 || spawnSync('unshare', [...flags, 'true'], { stdio: 'ignore' }).status !== 0) return { isOwn: false }
  const inner = spawn('unshare', [...flags, process.execPath, ...args], { stdio: 'inherit', env: { ...process.env, [mark]: '1' } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => inner.kill('SIGKILL'))
  const [code] = (await once(inner, 'exit')) as [number | null]
  return { isOwn: false, endedWith: code ?? 1 }
}

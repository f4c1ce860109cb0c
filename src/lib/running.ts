import { readFileSync } from 'node:fs'

/** Identifies a running process by boot and start time, because the kernel reuses pids. Undefined when no process has this pid. */
export function runOf(pid: number): string | undefined {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The second field is the command in parentheses, which may contain spaces: fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startedAt] = [fields[0], fields[19]]
  if (state === 'Z' || state === 'X') return undefined
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim()}:${startedAt}`
}

export function commandOf(pid: number): string[] {
  return readProc(`/proc/${pid}/cmdline`)?.split('\0').filter(Boolean) ?? []
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

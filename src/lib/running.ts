import { readFileSync } from 'node:fs'

/** Names one run of a process: a number alone may belong to somebody else after a restart. Undefined when nothing runs under it. */
export function runOf(pid: number): string | undefined {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The second field is the command in parentheses and may hold spaces, so count from behind it.
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

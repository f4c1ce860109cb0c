import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Does something that only one process may do at a time, such as replacing a folder that others read. Whoever comes
 * second waits; a lock whose holder is gone is taken over. It is synchronous, as installing and building are.
 */
export function withLock(path, deed, { onWait = sayWho, pause = 100 } = {}) {
  const release = take(path, onWait, pause)
  // `quietly` may end the process when it is interrupted.
  process.on('exit', release)
  try {
    return deed()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(path, onWait, pause) {
  const mine = `${process.pid} ${runOf(process.pid)}\n`
  const draft = `${path}.${process.pid}`
  let waited = false
  writeFileSync(draft, mine)
  try {
    while (!placed(draft, path)) {
      const found = read(path)
      const holder = found === undefined ? undefined : holderOf(found)
      if (found !== undefined && holder === undefined) removeStale(path, found)
      if (holder === undefined) continue
      if (!waited) onWait(holder)
      waited = true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(path) === mine) rmSync(path, { force: true })
  }
}

/** A link appears whole or not at all, so nobody reads a lock that is half written. */
function placed(draft, path) {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Two may see the same stale lock; the slower one must not remove what the faster one has just placed. */
function removeStale(path, stale) {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (read(aside) !== stale) placed(aside, path)
  rmSync(aside, { force: true })
}

function holderOf(lock) {
  const [pid, run] = lock.trim().split(' ')
  return run !== undefined && runOf(Number(pid)) === run ? Number(pid) : undefined
}

/** Names one run of a process: its number alone may belong to somebody else by now. Undefined: nothing runs under it. */
export function runOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return read('/proc/self/stat') === undefined && isAlive(pid) ? 'alive' : undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${read('/proc/sys/kernel/random/boot_id')?.trim()}:${fields[19]}`
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function sayWho(pid) {
  console.log(`Waiting for another start in this folder (process ${pid}) …`)
}

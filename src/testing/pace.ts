import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/** Counts until it has used four milliseconds of the processor, whenever it is asked, and answers how many it has used. */
const counting = `process.on('message', () => {
  const begun = process.cpuUsage()
  const used = () => { const { user, system } = process.cpuUsage(begun); return (user + system) / 1000 }
  while (used() < 4);
  process.send(used())
})`

export type Pace = {
  /** How many times as long as on a quiet machine everything takes, or took between two moments of performance.now(); at least 1. */
  stretch(from: number, to?: number): number
  /**
   * Reads until the value is as wanted, or until more time has passed than `quietMs` on a quiet machine. Answers the last value,
   * to be compared. Reading may fail until then.
   */
  read<T>(read: () => T | Promise<T>, isWanted: (value: T) => boolean, quietMs: number): Promise<T>
  stop(): void
}

/**
 * Measures what the machine does to any process: one that only counts is asked again and again, and each answer is compared with the
 * time of the processor that it has cost. A limit that is multiplied by this is as strict on a busy machine as on a quiet one.
 */
export function watchPace(): Pace {
  const rounds: { from: number; to: number; used: number }[] = []
  const child = spawn(process.execPath, ['-e', counting], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let asked = performance.now()
  let isAsked = true
  let next: NodeJS.Timeout | undefined
  const ask = () => {
    asked = performance.now()
    isAsked = true
    if (child.connected) child.send('count', () => {})
  }
  child.on('message', (used: number) => {
    isAsked = false
    rounds.push({ from: asked, to: performance.now(), used })
    next = setTimeout(ask, 60)
  })
  ask()
  const stretch = (from: number, to = performance.now()) => {
    const now = performance.now()
    const underWay = isAsked && now - asked > 4 ? [{ from: asked, to: now, used: 4 }] : []
    const met = [...rounds, ...underWay].filter((round) => round.to >= from && round.from <= to)
    const counted = met.length > 0 ? met : rounds.slice(-1)
    const took = counted.reduce((all, round) => all + round.to - round.from, 0)
    const used = counted.reduce((all, round) => all + round.used, 0)
    return used === 0 ? 1 : Math.max(1, took / used)
  }
  return {
    stretch,
    async read(read, isWanted, quietMs) {
      const begun = performance.now()
      for (;;) {
        const outcome = await attempt(read)
        const isOver = performance.now() - begun > quietMs * stretch(begun)
        if ('value' in outcome && (isOver || isWanted(outcome.value))) return outcome.value
        if (isOver && 'error' in outcome) throw outcome.error
        await delay(25)
      }
    },
    stop() {
      clearTimeout(next)
      child.kill()
    },
  }
}

async function attempt<T>(read: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await read() }
  } catch (error) {
    return { error }
  }
}

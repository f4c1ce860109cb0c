import { setTimeout as delay } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import type { House } from './house.ts'

export type FaultKind = keyof ReturnType<typeof faultsOf>
/** One fault: which processes it was to be felt at, when it began and when it was over. */
export type Felt = { kind: FaultKind; processes: number[]; from: number; until: number }

type Fault = { processes: number[]; happen(): Promise<void> }

const both = [0, 1]
const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
}

/** All kinds of faults. Each begins, lasts, and is over when its promise resolves; `one` is the process that it happens to. */
function faultsOf(house: House, dice: Dice, one: number, seconds: number) {
  const lasts = () => delay(seconds * 1000)
  const { links, disk } = house
  const stopFor = async (pids: number[]) => {
    signal(pids, 'SIGSTOP')
    await lasts()
    signal(pids, 'SIGCONT')
  }
  const onLink = async (begin: () => unknown) => {
    await begin()
    await lasts()
    await links[one]!.restore()
  }
  return {
    'a process is killed': { processes: [one], happen: () => house.killAndStart(one) },
    'a process is stopped': { processes: [one], happen: () => stopFor([house.pidOf(one)]) },
    'the database is killed': { processes: both, happen: async () => signal(house.databasePids().slice(0, 1), 'SIGKILL') },
    'a connection’s server process is killed': {
      processes: both,
      happen: async () => signal([dice.pick(house.databasePids().slice(1))], 'SIGKILL'),
    },
    'the database is stopped': { processes: both, happen: () => stopFor(house.databasePids()) },
    'a link is cut': { processes: [one], happen: () => onLink(links[one]!.cut) },
    'a link is silent': { processes: [one], happen: () => onLink(links[one]!.silence) },
    'a link delays': { processes: [one], happen: () => onLink(() => links[one]!.delay(100 + dice.below(300))) },
    'a link drops answers': { processes: [one], happen: () => onLink(links[one]!.swallowAnswers) },
    'a link resets connections': {
      processes: [one],
      async happen() {
        for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(200)) links[one]!.reset()
      },
    },
    'a link closes one direction': {
      processes: [one],
      async happen() {
        for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(300)) links[one]!.halfClose()
      },
    },
    'the disk is full': {
      processes: both,
      async happen() {
        disk.fill()
        await house.writeUntilFull()
        await lasts()
        disk.empty()
      },
    },
  } satisfies Record<string, Fault>
}

type Plan = {
  house: House
  dice: Dice
  /** How long a fault lasts that does not end by itself, and how long nothing happens between two. */
  seconds: number
  calm: number
  isOver(): boolean
  say(what: string): void
}

/** One fault after another, every kind once before any comes again, until the trial is over. */
export async function makeFaults({ house, dice, seconds, calm, isOver, say }: Plan): Promise<Felt[]> {
  const felt: Felt[] = []
  let left: FaultKind[] = []
  while (!isOver()) {
    const faults = faultsOf(house, dice, dice.below(2), seconds)
    const all = (Object.keys(faults) as FaultKind[]).filter((kind) => kind !== 'the disk is full' || house.disk.kind !== undefined)
    if (left.length === 0) left = all
    const kind = dice.pick(left)
    left = left.filter((other) => other !== kind)
    await delay(calm * 1000)
    const { processes, happen } = faults[kind]
    say(processes.length === 1 ? `${kind} (${processes[0]! + 1})` : kind)
    const from = performance.now()
    await happen()
    felt.push({ kind, processes, from, until: performance.now() })
    // The next one begins when this one is over for everybody.
    await house.untilReady(60_000)
  }
  return felt
}

/** How long faults of one kind were felt: without any answer at a process, and until the first answer after their end. */
export type FeltBy = { kind: FaultKind; times: number; lasted: number; silence: number[]; after: number[] }

/** `heard` are the moments of answers, of each process, in order. */
export function howLongFelt(felt: Felt[], heard: readonly (readonly number[])[]): FeltBy[] {
  return [...Map.groupBy(felt, ({ kind }) => kind)].map(([kind, faults]) => {
    const each = faults.flatMap(({ processes, from, until }) => processes.map((n) => gapsOf(heard[n]!, from, until)))
    return {
      kind,
      times: faults.length,
      lasted: Math.max(...faults.map(({ from, until }) => until - from)),
      silence: each.map(({ silence }) => silence).toSorted((a, b) => a - b),
      after: each.map(({ after }) => after).toSorted((a, b) => a - b),
    }
  })
}

function gapsOf(heard: readonly number[], from: number, until: number): { silence: number; after: number } {
  const begin = heard.findIndex((at) => at > from)
  let silence = 0
  for (let n = begin, before = from; ; n++) {
    const at = heard[n] ?? Infinity
    silence = Math.max(silence, at - before)
    if (at >= until) return { silence, after: at - until }
    before = at
  }
}

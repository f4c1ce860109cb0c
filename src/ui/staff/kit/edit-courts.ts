import type { CourtFile, Words } from '#ui/staff/kit/catalogue-types.ts'

/**
 * Edits of a facility's courts, and how they share floors. A court without `on` has a floor of its own; one with `on` stands
 * on the floors of those courts, such as a full court over two halves.
 */
type Courts = readonly CourtFile[]

/** Floors that a court takes: codes of courts with a floor of their own. */
export function floorsOf(courts: Courts, code: string, seen: ReadonlySet<string> = new Set()): string[] {
  const court = courts.find((one) => one.code === code)
  if (!court || seen.has(code)) return []
  if (!court.on) return [code]
  const within = new Set([...seen, code])
  return [...new Set(court.on.flatMap((below) => floorsOf(courts, below, within)))]
}

/** A piece of floor that is drawn as one: the single floors from left to right, and the courts that take several of them. */
export type FloorGroup = { floors: CourtFile[]; over: { court: CourtFile; takes: string[] }[] }

/** Courts grouped by the floors that they share, retired ones left out. */
export function floorGroups(courts: Courts): FloorGroup[] {
  const shown = courts.filter(({ retired }) => !retired)
  // A retired court that others stand on still is their floor.
  const floors = courts.filter(
    (court) => !court.on && (!court.retired || shown.some(({ code }) => floorsOf(courts, code).includes(court.code))),
  )
  const over = shown.filter(({ on }) => on).map((court) => ({ court, takes: floorsOf(courts, court.code) }))
  const groups: FloorGroup[] = []
  for (const floor of floors) {
    const group = groups.find(({ over: above }) => above.some(({ takes }) => takes.includes(floor.code)))
    if (group) group.floors.push(floor)
    else groups.push({ floors: [floor], over: reachable(floor.code, over) })
  }
  return groups
}

/** Courts over several floors that share a floor with this one, directly or through one another. */
function reachable(floor: string, over: FloorGroup['over']): FloorGroup['over'] {
  const floors = new Set([floor])
  let found: FloorGroup['over'] = []
  for (;;) {
    const next = over.filter(({ takes }) => takes.some((code) => floors.has(code)))
    if (next.length === found.length) return next.toSorted((a, b) => b.takes.length - a.takes.length)
    found = next
    for (const { takes } of next) for (const code of takes) floors.add(code)
  }
}

/** The next code that is free: A3 after A2, A-1 for a part of A. */
export function freeCode(taken: ReadonlySet<string>, stem: string): string {
  for (let n = 1; ; n++) if (!taken.has(`${stem}${n}`)) return `${stem}${n}`
}

export function addCourt(courts: Courts, taken: ReadonlySet<string>, facility: { code: string; name: Words }): CourtFile[] {
  const last = courts.findLast(({ on }) => !on)
  const stem = (last?.code ?? `${facility.code.slice(0, 9)}-1`).replace(/\d+$/, '')
  const number = courts.filter(({ on }) => !on).length + 1
  const name = last ? renumbered(last.name, number) : numbered(facility.name, number)
  return [...courts, { code: freeCode(taken, stem), name }]
}

/** Without an English name the Chinese one stands for it, with its number. */
const numbered = ({ tw, en }: Words, number: number): Words => ({ tw: `${tw} ${number}`, en: en && `${en} ${number}` })

const renumbered = ({ tw, en }: Words, number: number): Words => {
  const count = (text: string) => (/\d+$/.test(text) ? text.replace(/\d+$/, String(number)) : `${text} ${number}`)
  return { tw: count(tw), en: en && count(en) }
}

const partNames: Record<2 | 3, Words> = { 2: { tw: '半場', en: 'half' }, 3: { tw: '三分之一場', en: 'third' } }

/** Splits a court with a floor of its own: its parts get the floors, and the court stands on them. */
export function splitCourt(courts: Courts, taken: ReadonlySet<string>, code: string, into: 2 | 3): CourtFile[] {
  const codes = new Set(taken)
  const parts = Array.from({ length: into }, (_, n) => {
    const own = freeCode(codes, `${code.slice(0, 10)}-`)
    codes.add(own)
    return { own, number: n + 1 }
  })
  const word = partNames[into]
  return courts.flatMap((court) =>
    court.code === code && !court.on
      ? [
          { ...court, on: parts.map(({ own }) => own) },
          ...parts.map(({ own, number }) => ({
            code: own,
            name: numbered({ tw: `${court.name.tw} ${word.tw}`, en: court.name.en && `${court.name.en} ${word.en}` }, number),
          })),
        ]
      : [court],
  )
}

/** Adds a court over the floors of several others: a full court over two halves. It stands before them. */
export function joinCourts(courts: Courts, taken: ReadonlySet<string>, codes: readonly string[], name: Words): CourtFile[] {
  const parts = courts.filter((court) => codes.includes(court.code))
  const first = courts.findIndex((court) => court === parts[0])
  if (parts.length < 2) return [...courts]
  const stem = `${parts[0]!.code.replace(/\d+$/, '').replace(/-$/, '') || parts[0]!.code}-F`.slice(0, 10)
  return courts.toSpliced(first, 0, { code: freeCode(taken, stem), name, on: parts.map(({ code }) => code) })
}

export const changeCourt = (courts: Courts, code: string, patch: Partial<CourtFile>): CourtFile[] =>
  courts.map((court) => (court.code === code ? { ...court, ...patch } : court))

/** Moves a court up (-1) or down (1). */
export function moveCourt(courts: Courts, code: string, step: -1 | 1): CourtFile[] {
  const at = courts.findIndex((court) => court.code === code)
  const to = at + step
  if (at < 0 || to < 0 || to >= courts.length) return [...courts]
  return courts.with(at, courts[to]!).with(to, courts[at]!)
}

/** Retires a court, or brings it back. */
export const retireCourt = (courts: Courts, code: string, isRetired: boolean): CourtFile[] =>
  courts.map((court) => {
    if (court.code !== code) return court
    const { retired: _, ...rest } = court
    return isRetired ? { ...rest, retired: true } : rest
  })

/** Removes a court that was never booked. Courts over it stand on the rest; one without a rest has a floor of its own again. */
export const removeCourt = (courts: Courts, code: string): CourtFile[] =>
  courts
    .filter((court) => court.code !== code)
    .map((court) => {
      if (!court.on?.includes(code)) return court
      const { on, ...rest } = court
      const left = on.filter((below) => below !== code)
      return left.length > 0 ? { ...rest, on: left } : rest
    })

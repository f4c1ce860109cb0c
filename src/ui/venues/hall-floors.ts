/**
 * The plan of a hall, drawn from which courts exclude each other. A court that lies on several others, such as a full court over two
 * halves, is drawn over them; every other court has a floor of its own.
 */
export type PlanCourt = { id: number; name: string; sharesWith: readonly { id: number }[] }

/** A piece of floor that is drawn as one: single courts side by side, and the courts that take several of them. */
export type HallPiece<Court extends PlanCourt> = { floors: Court[]; over: { court: Court; takes: number[] }[] }

/** Every court once, in the order of the list. */
export function hallPieces<Court extends PlanCourt>(courts: readonly Court[]): HallPiece<Court>[] {
  const left = new Set(courts)
  return courts.flatMap((first) => (left.has(first) ? pieceOf(together(first, left)) : []))
}

/** The courts that share floor with this one, directly or through one another; they leave `left`. */
function together<Court extends PlanCourt>(first: Court, left: Set<Court>): Court[] {
  const ids = new Set([first.id])
  const found = new Set<Court>()
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const court of left) {
      if (!ids.has(court.id)) continue
      found.add(court)
      for (const { id } of court.sharesWith) ids.add(id)
    }
  }
  const all = [...left].filter((court) => found.has(court))
  for (const court of all) left.delete(court)
  return all
}

/** Those that share least come first: they are the parts, and what excludes several of them lies over them. */
function pieceOf<Court extends PlanCourt>(courts: Court[]): HallPiece<Court> {
  const floors = new Set<Court>()
  for (const court of courts.toSorted((a, b) => a.sharesWith.length - b.sharesWith.length))
    if (![...floors].some((floor) => shares(court, floor))) floors.add(court)
  const side = courts.filter((court) => floors.has(court))
  const over = courts
    .filter((court) => !floors.has(court))
    .map((court) => ({ court, takes: side.flatMap((floor, n) => (shares(court, floor) ? n : [])) }))
  return { floors: side, over: over.toSorted((a, b) => b.takes.length - a.takes.length) }
}

const shares = (court: PlanCourt, other: PlanCourt): boolean => court.sharesWith.some(({ id }) => id === other.id)

/** What tells each court from the others: the names without the words, or Chinese characters, that all of them begin with. */
export function shortNames(names: readonly string[]): string[] {
  const words = names.map((name) => name.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+|\s+/g) ?? [])
  const most = Math.min(...words.map(({ length }) => length)) - 1
  let same = 0
  while (names.length > 1 && same < most && words.every((one) => one[same] === words[0]![same])) same++
  return words.map((one) => one.slice(same).join('').trim())
}

/** Columns of single courts, at most so many: those that leave the fewest places empty in the last row, else as many as possible. */
export function planColumns(pieces: readonly { floors: readonly unknown[] }[], most: number): number {
  const floors = pieces.reduce((sum, piece) => sum + piece.floors.length, 0)
  if (floors <= most) return Math.max(1, floors)
  const widest = Math.min(most, Math.max(...pieces.map((piece) => piece.floors.length)))
  const choices = Array.from({ length: Math.floor(most / 2) + 1 }, (_, n) => most - n).filter((columns) => columns >= widest)
  const empty = (columns: number) => (columns - (floors % columns)) % columns
  return choices.toSorted((a, b) => (a % widest) - (b % widest) || empty(a) - empty(b))[0]!
}

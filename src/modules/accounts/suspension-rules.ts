/** A suspension bars a member from booking from a moment to another; two of one member never overlap. */
export type Suspension = { id: string; startsAt: Date; endsAt: Date }

/** Suspensions that became one. The one that ends last stays, from the first start. */
export type JoinedSuspension = { id: string; startsAt: Date; gone: string[] }

/** Groups of suspensions that overlap each other, directly or through others. Those that stand alone are not in the answer. */
export function joinOverlapping(all: readonly Suspension[]): JoinedSuspension[] {
  const groups: Suspension[][] = []
  let end = -Infinity
  for (const one of all.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (one.startsAt.getTime() < end) groups.at(-1)!.push(one)
    else groups.push([one])
    end = Math.max(end, one.endsAt.getTime())
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => {
      const stays = group.reduce((last, one) => (one.endsAt > last.endsAt ? one : last))
      return { id: stays.id, startsAt: group[0]!.startsAt, gone: group.filter((one) => one !== stays).map(({ id }) => id) }
    })
}

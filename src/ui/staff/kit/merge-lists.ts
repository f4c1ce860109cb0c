import type { Choice } from './conflict-view.tsx'

/** Lists of things with a key, changed by two people since `base`. */
export type Merging<Item> = { base: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[]; keyOf(item: Item): string }
export type Contested<Item> = { key: string; mine: Item | undefined; theirs: Item | undefined }

/** Stands for the order of a list where keys of things are chosen between; no thing has this key. */
export const orderKey = '#order'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const byKey = <Item>(list: readonly Item[], keyOf: (item: Item) => string) => new Map(list.map((item) => [keyOf(item), item]))

/** Things that both have changed, differently; and keys of those that only the other has changed. */
export function compareLists<Item>({ base, mine, theirs, keyOf }: Merging<Item>): { contested: Contested<Item>[]; taken: string[] } {
  const [was, own, other] = [byKey(base, keyOf), byKey(mine, keyOf), byKey(theirs, keyOf)]
  const contested: Contested<Item>[] = []
  const taken: string[] = []
  for (const key of new Set([...was.keys(), ...own.keys(), ...other.keys()])) {
    const [before, mineNow, theirsNow] = [was.get(key), own.get(key), other.get(key)]
    if (same(before, theirsNow) || same(mineNow, theirsNow)) continue
    if (same(before, mineNow)) taken.push(key)
    else contested.push({ key, mine: mineNow, theirs: theirsNow })
  }
  return { contested, taken }
}

/** Whose order of the things counts: only one of the two has changed it, or both have, each in another way. */
export function orderChangedBy<Item>({ base, mine, theirs, keyOf }: Merging<Item>): Choice | 'both' {
  const everywhere = new Set(base.map(keyOf).filter((key) => [mine, theirs].every((list) => list.some((item) => keyOf(item) === key))))
  const orderIn = (list: readonly Item[]) => list.map(keyOf).filter((key) => everywhere.has(key))
  const [was, own, other] = [orderIn(base), orderIn(mine), orderIn(theirs)]
  if (same(was, other) || same(own, other)) return 'mine'
  return same(was, own) ? 'theirs' : 'both'
}

/** Mine, with what only the other has changed, and what was chosen of the contested things and of the order. */
export function mergeLists<Item>(merging: Merging<Item>, choices: Readonly<Record<string, Choice>>): Item[] {
  const { mine, theirs, keyOf } = merging
  const { contested, taken } = compareLists(merging)
  const fromTheirs = new Set([...taken, ...contested.filter(({ key }) => choices[key] === 'theirs').map(({ key }) => key)])
  const [own, other] = [byKey(mine, keyOf), byKey(theirs, keyOf)]
  const changed = orderChangedBy(merging)
  const order = changed === 'both' ? (choices[orderKey] ?? 'mine') : changed
  const [first, second] = order === 'theirs' ? [theirs, mine] : [mine, theirs]
  return [...new Set([...first, ...second].map(keyOf))].flatMap((key) => (fromTheirs.has(key) ? other : own).get(key) ?? [])
}

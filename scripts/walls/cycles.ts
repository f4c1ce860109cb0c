import { codeIn, importsOf, type Breach, type Import, type Sources } from './source.ts'

/** The route tree names every route and the router names the route tree: the generator writes it so. */
const generated = 'route-tree.gen.ts'

/** One breach for each group of files that import each other, imports of types included. It names the shortest cycle of the group. */
export function cyclesIn(sources: Sources): Breach[] {
  const imports = new Map(
    codeIn(sources).map(([path, code]) => [
      path,
      path.endsWith(generated) ? [] : importsOf(path, code).filter(({ to }) => sources.has(to)),
    ]),
  )
  return groupsOf(imports).flatMap((group) => {
    const cycle = shortestCycle(group, imports)
    const [first] = cycle
    if (!first) return []
    return [
      {
        from: first.from,
        line: first.line,
        to: first.to,
        why: `files import in a cycle: ${[...cycle, first].map(({ from }) => from).join(' > ')}`,
      },
    ]
  })
}

type Graph = ReadonlyMap<string, readonly Import[]>

/** Strongly connected components (Tarjan): files that reach each other. */
function groupsOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const groups: string[][] = []
  const visit = (path: string) => {
    const own = order.size
    order.set(path, own)
    lowest.set(path, own)
    open.push(path)
    for (const { to } of graph.get(path) ?? []) {
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(to)!))
    }
    if (lowest.get(path) === own) groups.push(open.splice(open.indexOf(path)))
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return groups
}

/** Breadth first from every file of the group back to itself; no imports when the group has no cycle. */
function shortestCycle(group: readonly string[], graph: Graph): Import[] {
  const within = new Set(group)
  let shortest: Import[] = []
  for (const start of group) {
    const found = wayBack(start, within, graph)
    if (found.length > 0 && (shortest.length === 0 || found.length < shortest.length)) shortest = found
  }
  return shortest
}

function wayBack(start: string, within: ReadonlySet<string>, graph: Graph): Import[] {
  const seen = new Set<string>()
  const ways: Import[][] = [[]]
  for (const way of ways) {
    for (const one of graph.get(way.at(-1)?.to ?? start) ?? []) {
      if (one.to === start) return [...way, one]
      if (!within.has(one.to) || seen.has(one.to)) continue
      seen.add(one.to)
      ways.push([...way, one])
    }
  }
  return []
}

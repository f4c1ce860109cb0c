import type { Plugin } from 'vite'

const routeTree = /\/src\/pages\/route-tree\.gen\.ts$/
const routeFile = /\/src\/routes\/[^?]+\.tsx$/

/** Makes the scripts that every page loads lighter: the list of all routes, and the library that keeps what the API answered. */
export function leanClient(): Plugin[] {
  const client = { apply: 'build', applyToEnvironment: ({ name }: { name: string }) => name === 'client' } as const
  return [
    {
      ...client,
      name: 'fieldhouse-lean-routes',
      enforce: 'post',
      transform: {
        filter: { id: [routeTree, routeFile] },
        handler: (code, id) => (routeTree.test(id) ? withoutNames(code) : withOneImporter(code)),
      },
    },
    {
      ...client,
      name: 'fieldhouse-lean-queries',
      enforce: 'pre',
      load: {
        filter: { id: queryPart },
        handler: (id) => unusedParts[queryPart.exec(id)![1] as keyof typeof unusedParts],
      },
    },
  ]
}

const queryPart = /\/@tanstack\/query-core\/build\/modern\/(mutationCache|infiniteQueryBehavior)\.js$/

/** Stand-ins for the mutation cache and infinite queries of the query library: its client imports both, and no page may use them (.oxlintrc.json). */
const unusedParts = {
  mutationCache: `export class MutationCache {
    config = {}
    getAll() { return [] }
    findAll() { return [] }
    clear() {}
    resumePausedMutations() { return Promise.resolve() }
  }`,
  infiniteQueryBehavior: `export const infiniteQueryBehavior = undefined, hasNextPage = undefined, hasPreviousPage = undefined`,
}

/** The router takes the children of a route as a list as well; the names of an object would stay in the built script. */
export function withoutNames(code: string): string {
  return code.replaceAll(/(const \w+Children(?:: \w+)? = )\{([^}]*)\}/g, (_, start: string, entries: string) => {
    const routes = entries.split(',').map((entry) => entry.split(':').at(-1)!.trim())
    return `${start}[${routes.filter(Boolean).join(', ')}]`
  })
}

const importer = /(const \$\$split\w+Importer = )(\(\) => import\([^)]*\))/g

/** Component and loader of a route are in one file: one function that imports it is enough. */
export function withOneImporter(code: string): string {
  const named = new Map<string, string>()
  return code.replaceAll(importer, (whole, start: string, load: string) => {
    const known = named.get(load)
    if (known) return start + known
    named.set(load, /\$\$\w+/.exec(start)![0])
    return whole
  })
}

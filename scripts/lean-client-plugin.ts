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
        handler: (code, id) =>
          routeTree.test(id) ? withShortPlaces(withoutNames(code)) : withOneImporter(withoutIdentity(withoutPath(code))),
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

const placing = /(\w+)\.update\(\{\s*id: (['"][^'"]*['"]),\s*path: (['"][^'"]*['"]),\s*getParentRoute: \(\) => (\w+),?\s*\}(?: as any)?\)/g

/** Gives every route its id, path and parent by one function, instead of naming the three for each. A route is what its file exports: its parent is there before it. */
export function withShortPlaces(code: string): string {
  const places = code.replaceAll(placing, (_, route: string, id: string, path: string, parent: string) => {
    const of = parent.endsWith('Import') ? parent : `${parent}Import`
    return path === id ? `placed(${route}, ${of}, ${id})` : `placed(${route}, ${of}, ${id}, ${path})`
  })
  return `${places}
function placed(route, parent, id, path = id) {
  return route.update({ id, path, getParentRoute: () => parent })
}
`
}

/** Removes the argument of `createFileRoute('/path')`. It is used by type inference only: at run time the route tree gives each route its path. */
export const withoutPath = (code: string): string => code.replace(/\bcreateFileRoute\((['"])[^'"]*\1\)/, 'createFileRoute()')

/** A search that is taken as it is says its type and does nothing: the router takes it so by itself. */
export const withoutIdentity = (code: string): string => code.replace(/\bvalidateSearch: \((\w+)\) => \1,\s*/, '')

const importer = /const (\$\$split\w+Importer) = (\(\) => import\([^)]*\));?\n?/g

/** Component and loader of a route are in one file: one function that imports it is enough. */
export function withOneImporter(code: string): string {
  const named = new Map<string, string>()
  const spare = new Map<string, string>()
  const imports = code.replaceAll(importer, (whole, name: string, load: string) => {
    const known = named.get(load)
    if (!known) {
      named.set(load, name)
      return whole
    }
    spare.set(name, known)
    return ''
  })
  return imports.replaceAll(/\$\$split\w+Importer/g, (name) => spare.get(name) ?? name)
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const treeFile = fileURLToPath(new URL('../src/pages/route-tree.gen.ts', import.meta.url))
const consoleFile = /\/src\/pages\/console-routes\.ts$/
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
          routeTree.test(id)
            ? splitConsole(withShortPlaces(withoutNames(code))).members
            : withOneImporter(withoutIdentity(withoutPath(code))),
      },
    },
    {
      ...client,
      name: 'fieldhouse-console-routes',
      enforce: 'pre',
      load: {
        filter: { id: consoleFile },
        handler: async () => splitConsole(withShortPlaces(withoutNames(await readFile(treeFile, 'utf8')))).console,
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
${placedFunction}`
}

const placedFunction = `function placed(route, parent, id, path = id) {
  return route.update({ id, path, getParentRoute: () => parent })
}
`
const consoleImport = /^import \{ Route as \w+ \} from (['"])\.\/\.\.\/routes\/staff\/(?!route\1).+\1;?\n/gm
const consolePlace = /^const \w+ =\s+placed\(\w+, StaffRouteRouteImport, [^)]*\);?\n/gm
const consoleChildren = /^const StaffRouteRouteChildren(?:: \w+)? = (\[[^\]]*\]);?\n/m
const consoleAdded = /StaffRouteRoute\._addFileChildren\(\s*StaffRouteRouteChildren,?\s*\)/

/** Takes the console's routes out of the tree, and makes the file that adds them to it (src/pages/console-routes.ts). */
export function splitConsole(tree: string): { members: string; console: string } {
  const taken = (pattern: RegExp) => (tree.match(pattern) ?? []).join('')
  const [, children] = consoleChildren.exec(tree) ?? []
  if (!children || !consoleAdded.test(tree)) throw new Error('The route tree has no routes below /staff')
  return {
    members: tree
      .replaceAll(consoleImport, '')
      .replaceAll(consolePlace, '')
      .replace(consoleChildren, '')
      .replace(consoleAdded, 'StaffRouteRoute'),
    console: `import { Route as StaffRouteRouteImport } from './../routes/staff/route'
${taken(consoleImport)}${taken(consolePlace)}
export const addConsoleRoutes = () => StaffRouteRouteImport._addFileChildren(${children})
${placedFunction}`,
  }
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

import { Visitor } from 'vite'
import { kindOf, moduleOf } from './kinds.ts'
import { mayImport, pagePlaces, placeOf } from './places.ts'
import { codeIn, importsOf, lineOf, parsed, type Breach, type Import, type Sources } from './source.ts'
import { isLeftOf, tierOf } from './tiers.ts'
import { whyNotBetweenUiFolders } from './ui-tiers.ts'

const walls: ((one: Import) => string | undefined)[] = [
  ({ to }) => (isTest.test(to) ? 'the test kit is for tests' : undefined),
  kitWall,
  pagesWall,
  placeWall,
  ({ from, to }) => whyNotBetweenUiFolders(from, to),
  apiWall,
  moduleWall,
  rulesWall,
  wireWall,
  ({ from, to }) => (mayNotQuery(from) && /^kysely(\/|$)/.test(to) ? onlyStoresQuery : undefined),
]

export const isTest = /\.test\.tsx?$|(^|\/)testing(\.ts$|\/)/

/** Imports that go through a wall, and queries outside of stores. */
export function importBreachesIn(sources: Sources): Breach[] {
  return codeIn(sources).flatMap(([path, code]) => [
    ...(placeOf(path) ? [] : [{ from: path, line: 1, to: path, why: 'this place is in no wall: add it to scripts/walls/places.ts' }]),
    ...importsOf(path, code).flatMap((one) => {
      const why = walls.map((wall) => wall(one)).find((reason) => reason !== undefined)
      return why === undefined ? [] : [{ from: path, line: one.line, to: one.to, why }]
    }),
    ...(mayNotQuery(path) ? queriesOf(path, code) : []),
  ])
}

function placeWall({ from, to }: Import): string | undefined {
  const source = placeOf(from)
  const target = placeOf(to)
  if (!isOurs(to) || source === undefined || source === target) return undefined
  if (target === undefined) return to.startsWith('ui/') ? undefined : 'this place is in no wall: add it to scripts/walls/places.ts'
  const allowed: readonly string[] = mayImport[source]
  if (allowed.includes(target)) return undefined
  if (source === 'modules') return 'a module does not know who uses it'
  return `${source} imports only from ${allowed.length > 0 ? allowed.join(', ') : 'itself'}`
}

function kitWall({ from, to }: Import): string | undefined {
  if (placeOf(from) !== 'ui/kit' || !isOurs(to) || to.startsWith('ui/theme')) return undefined
  return ['ui/kit', 'lib', 'i18n'].includes(placeOf(to) ?? '')
    ? undefined
    : 'the kit has no product noun: it imports only ui/kit, i18n and lib'
}

function pagesWall({ from, to, typesOnly }: Import): string | undefined {
  const source = placeOf(from)
  const target = placeOf(to)
  if (source === undefined || target === undefined || !pagePlaces.includes(source)) return undefined
  if (target === 'modules') {
    if (kindOf(to) === 'rules') return undefined
    if (kindOf(to) !== 'wire') return 'pages import only rules and wire files of a module'
    return typesOnly ? undefined : 'pages import only types of wire files: the parser stays on the server'
  }
  const both = ['i18n', 'lib', 'navigation', ...pagePlaces]
  return both.includes(target) ? undefined : 'pages talk to the server only through the API'
}

/** One module may have several api files that call each other. Its module.ts says what it adds. */
function apiWall({ from, to, typesOnly }: Import): string | undefined {
  if (kindOf(to) === 'module') return placeOf(from) === 'wiring' ? undefined : 'only src/wiring knows what a module adds to the whole'
  // The type of what a module may use knows the types of what it gives.
  if (kindOf(to) !== 'api' || (from === 'modules/module.ts' && typesOnly)) return undefined
  return ['api', 'module'].includes(kindOf(from) ?? '') && moduleOf(from) === moduleOf(to)
    ? undefined
    : 'only its own module.ts adds the calls of a module'
}

function moduleWall({ from, to }: Import): string | undefined {
  const source = moduleOf(from)
  if (source === undefined) return undefined
  if (tierOf(source) < 0) return `the module ${source} is in no tier: add it to scripts/walls/tiers.ts`
  if (/^http\/(call|problem)\.ts$/.test(to) && !['api', 'wire'].includes(kindOf(from) ?? ''))
    return 'only api files know paths and statuses'
  const target = moduleOf(to)
  if (target === undefined || target === source || isLeftOf(target, source)) return undefined
  return `${source} imports only from tiers left of it, and ${target} is not`
}

function rulesWall({ from, to }: Import): string | undefined {
  if (kindOf(from) !== 'rules') return undefined
  const isAllowed = to.startsWith('lib/') || kindOf(to) === 'rules' || /^i18n\/(languages|words)\.ts$/.test(to)
  return isAllowed ? undefined : 'rules files import only lib, other rules and the languages of data'
}

function wireWall({ from, to }: Import): string | undefined {
  if (kindOf(from) !== 'wire') return undefined
  const allowed =
    /^(zod|@hono\/zod-openapi)$/.test(to) ||
    /^(lib|i18n)\//.test(to) ||
    /^http\/\w*wire/.test(to) ||
    ['rules', 'wire'].includes(kindOf(to) ?? '')
  return allowed ? undefined : 'wire files import only zod, rules, lib and the wire kit of http'
}

const onlyStoresQuery = 'only store files know SQL'
const queryBuilders = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

function mayNotQuery(from: string): boolean {
  return moduleOf(from) !== undefined && kindOf(from) !== 'store'
}

/** A connection is handed around, so a query can be written without importing anything. */
function queriesOf(from: string, code: string): Breach[] {
  const found: Breach[] = []
  const note = (to: string, at: number) => found.push({ from, to, line: lineOf(code, at), why: onlyStoresQuery })
  new Visitor({
    TaggedTemplateExpression: ({ tag, start }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql') note('sql`', start)
    },
    MemberExpression: ({ property }) => {
      if (property.type === 'Identifier' && queryBuilders.has(property.name)) note(property.name, property.start)
    },
  }).visit(parsed(from, code).program)
  return found
}

/** Packages whose files are imported by name. */
const packageFiles: ReadonlySet<string> = new Set(['qr/decode.js'])

function isOurs(path: string): boolean {
  return /\.(tsx?|js|json|css)$/.test(path) && !path.startsWith('@') && !path.startsWith('node:') && !packageFiles.has(path)
}

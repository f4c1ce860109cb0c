import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** One import of one file: `to` is a path inside src, or the name of a package. */
export type Import = { from: string; to: string; line: number; typesOnly: boolean }
export type Breach = Import & { why: string }

/** Modules import only from tiers further left. */
const tiers = [
  ['settings'],
  ['files', 'notifications'],
  ['accounts', 'venues'],
  ['availability', 'payments'],
  ['orders'],
  ['attendance', 'closures', 'preorders', 'refunds', 'lockers'],
  ['violations', 'feedback', 'content', 'highlights'],
]

const isTest = /\.test\.tsx?$|(^|\/)testing(\.ts$|\/)/
const isPages = /^(ui|routes|client|pages)\//
const isServerOnly = /^(db|http|process|testing)\/|^(server|app|api|jobs|config)\.ts$/
const isModule = /^modules\/([^/]+)\/(.+)$/

const walls: ((one: Import) => string | undefined)[] = [
  ({ from, to }) =>
    from.startsWith('lib/') && isOurs(to) && !to.startsWith('lib/') ? 'lib knows no product noun: it imports only lib' : undefined,
  ({ from, to }) => (from.startsWith('i18n/') && isOurs(to) && !/^(i18n|lib)\//.test(to) ? 'i18n imports only lib' : undefined),
  ({ from, to }) => (from.startsWith('db/') && isOurs(to) && !/^(db|lib)\//.test(to) ? 'db imports only lib' : undefined),
  ({ from, to }) =>
    from.startsWith('http/') && isOurs(to) && !/^((http|db|lib|i18n)\/|(config|pages\/page-request)\.ts$)/.test(to)
      ? 'the http kit knows no module'
      : undefined,
  ({ to }) => (isTest.test(to) ? 'the test kit is for tests' : undefined),
  kitWall,
  pagesWall,
  moduleWall,
  rulesWall,
  wireWall,
  queryWall,
]

function kitWall({ from, to }: Import): string | undefined {
  if (!from.startsWith('ui/kit/') || !isOurs(to) || /^(ui\/kit|lib|i18n)\/|^ui\/theme/.test(to)) return undefined
  return 'the kit has no product noun: it imports only ui/kit, i18n and lib'
}

function pagesWall({ from, to, typesOnly }: Import): string | undefined {
  if (!isPages.test(from)) return undefined
  if (isServerOnly.test(to)) return 'pages talk to the server only through the API'
  const part = isModule.exec(to)?.[2]
  if (part === undefined || part === 'rules.ts') return undefined
  if (part !== 'wire.ts') return 'pages import only rules.ts and wire.ts of a module'
  return typesOnly ? undefined : 'pages import only types of wire.ts: the parser stays on the server'
}

function moduleWall({ from, to }: Import): string | undefined {
  const [, target, part] = isModule.exec(to) ?? []
  if (part === 'api.ts' && from !== 'api.ts') return 'only src/api.ts puts the modules together'
  const [, source, file] = isModule.exec(from) ?? []
  if (source === undefined) return undefined
  if (isPages.test(to) || /^(process\/|server\.ts$|app\.ts$|api\.ts$|jobs\.ts$)/.test(to)) return 'a module does not know who uses it'
  if (/^http\/(call|problem)\.ts$/.test(to) && !/(^|-)(api|wire)\.ts$/.test(file ?? '')) return 'only api.ts knows paths and statuses'
  if (target === undefined || target === source) return undefined
  if (tierOf(source) < 0) return `the module ${source} stands in no tier: add it to scripts/walls.ts`
  return tierOf(target) < tierOf(source) && tierOf(target) >= 0
    ? undefined
    : `${source} imports only from tiers left of it, and ${target} is not`
}

function rulesWall({ from, to }: Import): string | undefined {
  if (isModule.exec(from)?.[2] !== 'rules.ts') return undefined
  return /^(lib\/|i18n\/locale\.ts$)/.test(to) || isModule.exec(to)?.[2] === 'rules.ts'
    ? undefined
    : 'rules.ts imports only lib and other rules'
}

function wireWall({ from, to }: Import): string | undefined {
  if (isModule.exec(from)?.[2] !== 'wire.ts') return undefined
  const part = isModule.exec(to)?.[2]
  const allowed =
    /^(zod|@hono\/zod-openapi)$/.test(to) ||
    /^(lib|i18n)\//.test(to) ||
    /^http\/\w*wire/.test(to) ||
    part === 'rules.ts' ||
    part === 'wire.ts'
  return allowed ? undefined : 'wire.ts imports only zod, rules, lib and the wire kit of http'
}

function queryWall({ from, to }: Import): string | undefined {
  return mayNotQuery(from) && /^kysely(\/|$)/.test(to) ? onlyStoresQuery : undefined
}

const onlyStoresQuery = 'only store.ts files know SQL'
const queryBuilders = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

function mayNotQuery(from: string): boolean {
  const file = isModule.exec(from)?.[2]
  return file !== undefined && !/(^|-)store\.ts$/.test(file)
}

/** A connection is handed around, so a query can be written without importing anything. */
function queriesOf(from: string, code: string): Breach[] {
  const found: Breach[] = []
  const note = (to: string, at: number) => found.push({ from, to, line: lineOf(code, at), typesOnly: false, why: onlyStoresQuery })
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

/** Everything that goes through a wall. Sources are keyed by their path inside src. Tests may look everywhere. */
export function breachesIn(sources: Map<string, string>): Breach[] {
  const watched = [...sources].filter(([path]) => !isTest.test(path))
  const imports = watched
    .flatMap(([path, code]) => importsOf(path, code))
    .flatMap((one) => {
      const why = walls.map((wall) => wall(one)).find((reason) => reason !== undefined)
      return why === undefined ? [] : [{ ...one, why }]
    })
  return [...imports, ...watched.flatMap(([path, code]) => (mayNotQuery(path) ? queriesOf(path, code) : []))]
}

export function importsOf(from: string, code: string): Import[] {
  const { module } = parsed(from, code)
  const found = [
    ...module.staticImports.map((one) => ({ to: one.moduleRequest.value, at: one.start, typesOnly: isTypesOnly(one.entries) })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap((one) => (one.moduleRequest ? [{ to: one.moduleRequest.value, at: start, typesOnly: one.isType }] : [])),
    ),
    ...module.dynamicImports.map((one) => ({
      to: code.slice(one.moduleRequest.start + 1, one.moduleRequest.end - 1),
      at: one.start,
      typesOnly: false,
    })),
  ]
  return found.map(({ to, at, typesOnly }) => ({ from, to: resolve(from, to), line: lineOf(code, at), typesOnly }))
}

function parsed(from: string, code: string): ReturnType<typeof parseSync> {
  const result = parseSync(from, code)
  if (result.errors.length > 0) throw new Error(`${from} cannot be read: ${result.errors[0]?.message}`)
  return result
}

const lineOf = (code: string, at: number): number => code.slice(0, at).split('\n').length

function isTypesOnly(entries: { isType: boolean }[]): boolean {
  return entries.length > 0 && entries.every((entry) => entry.isType)
}

function resolve(from: string, to: string): string {
  if (to.startsWith('#')) return to.slice(1)
  return to.startsWith('.') ? posix.join(posix.dirname(from), to) : to
}

function isOurs(path: string): boolean {
  return /\.(tsx?|js|json|css)$/.test(path) && !path.startsWith('@') && !path.startsWith('node:')
}

function tierOf(module: string): number {
  return tiers.findIndex((tier) => tier.includes(module))
}

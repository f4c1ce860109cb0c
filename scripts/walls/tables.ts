import { usesInQueries } from './query-uses.ts'
import { lineOf, type Breach, type Sources } from './source.ts'
import { usesInSql, type Names, type Use } from './sql-uses.ts'
import { tableOwners } from './table-owners.ts'
import { isLeftOf, modules } from './tiers.ts'

const isSql = /^db\/(functions|views)\/(\w+)\.sql$/
/** Owner of what looks across all modules, such as the wiring, and a view for the version before: right of all of them, and it writes nothing. */
const wholeSite = 'site'

type Owners = { tables: Map<string, string>; functions: Map<string, string> }

/** SQL that reads a table to its right, writes a table of another module, or calls a function to its right. */
export function tableBreachesIn(sources: Sources): Breach[] {
  const owners: Owners = { tables: new Map(tableOwners), functions: new Map() }
  for (const [path, text] of sources) {
    const [, folder, name] = isSql.exec(path) ?? []
    if (name) owners[folder === 'views' ? 'tables' : 'functions'].set(name, ownerIn(text) ?? '')
  }
  const names: Names = { tables: new Set(owners.tables.keys()), functions: new Set(owners.functions.keys()) }
  return [...sources].flatMap(([path, text]) => {
    if (isSql.test(path)) return breachesOfSql(path, text, names, owners)
    const owner = ownerOfFile(path)
    return owner === undefined ? [] : breachesOfQueries({ path, text, owner }, names, owners)
  })
}

const ownerIn = (sql: string) => /^-- Module: (\w+)\n/.exec(sql)?.[1]

/** The demo fills every table; what it may not touch does not exist. */
function ownerOfFile(path: string): string | undefined {
  if (path.startsWith('../demo/') || !/\.tsx?$/.test(path)) return undefined
  const [first, module] = path.split('/')
  if (first === 'modules') return module
  return first === 'http' || first === 'db' ? first : wholeSite
}

function breachesOfSql(path: string, text: string, names: Names, owners: Owners): Breach[] {
  const owner = ownerIn(text)
  if (owner === undefined || (!modules.includes(owner) && owner !== wholeSite))
    return [
      {
        from: path,
        line: 1,
        to: owner ?? '-- Module:',
        why: 'the first line of a function or view names the module that owns it: -- Module: orders',
      },
    ]
  const { uses, openWrites } = usesInSql(text, names)
  return [...breachesOf({ path, text, owner }, uses, owners), ...openWrites.map(({ at }) => unread(path, text, at))]
}

type File = { path: string; text: string; owner: string }

function breachesOfQueries(file: File, names: Names, owners: Owners): Breach[] {
  const { uses, unread: places } = usesInQueries(file.path, file.text, names)
  // The kit of the database has the table of migrations, which is nobody's.
  if (file.owner === 'db') return breachesOf(file, uses, owners)
  return [...breachesOf(file, uses, owners), ...places.map((at) => unread(file.path, file.text, at))]
}

const unread = (path: string, text: string, at: number): Breach => ({
  from: path,
  line: lineOf(text, at),
  to: 'a table',
  why: 'the table is not named here: write its name, or `for update of` its alias, so that its owner can be told',
})

function breachesOf({ path, text, owner }: File, uses: readonly Use[], owners: Owners): Breach[] {
  return uses.flatMap(({ deed, name, at }) => {
    const theirs = (deed === 'call' ? owners.functions : owners.tables).get(name) ?? ''
    const why = whyNot(deed, owner, theirs)
    return why === undefined ? [] : [{ from: path, line: lineOf(text, at), to: name, why }]
  })
}

function whyNot(deed: Use['deed'], owner: string, theirs: string): string | undefined {
  if (owner === theirs) return undefined
  if (deed === 'write') return `only ${theirs} writes its tables: call its store or its SQL function`
  if (owner === wholeSite || isLeftOf(theirs, owner)) return undefined
  return deed === 'call'
    ? `${owner} calls only its own functions and those of modules left of it, and ${theirs} is not`
    : `${owner} reads only its own tables and those of modules left of it, and ${theirs} is not`
}

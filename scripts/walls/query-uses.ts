import { Visitor } from 'vite'
import { parsed } from './source.ts'
import { usesInSql, type Names, type OpenWrite, type Use } from './sql-uses.ts'

const readers = new Set(
  'selectFrom from using innerJoin leftJoin rightJoin fullJoin crossJoin innerJoinLateral leftJoinLateral crossJoinLateral'.split(' '),
)
const writers = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const locks = new Set(['forUpdate', 'forNoKeyUpdate'])

export type QueryUses = { uses: Use[]; /** Places whose table cannot be told. */ unread: number[] }

// The parser's own types are many; a walk over calls needs no more than this.
type Node = { type: string; start: number; [key: string]: unknown }

/** What the queries of a TypeScript file do: Kysely's builders, and SQL between backticks. */
export function usesInQueries(path: string, code: string, names: Names): QueryUses {
  const uses: Use[] = []
  const unread: number[] = []
  const aliases = new Map<string, string>()
  const openWrites: OpenWrite[] = []
  const readSql = (sql: string, start: number) => {
    const found = usesInSql(sql, names)
    uses.push(...found.uses.map((use) => ({ ...use, at: start + use.at })))
    openWrites.push(...found.openWrites.map((lock) => ({ ...lock, at: start + lock.at })))
    for (const [alias, table] of found.aliases) aliases.set(alias, table)
  }
  new Visitor({
    TaggedTemplateExpression: (node) => {
      if (isSqlTag(node.tag as unknown as Node)) readSql(sqlOf(node.quasi as unknown as Node, code), node.quasi.start)
    },
    CallExpression: (call) => {
      const node = call as unknown as Node
      const method = methodOf(node)
      const first = (node.arguments as Node[])[0]
      if (isSqlMember(node, 'table') || readers.has(method) || writers.has(method)) {
        const named = tablesNamed(first)
        // Dynamic `from` and `using` are other things' methods too: Array.from.
        if (named.length === 0 && (writers.has(method) || isSqlMember(node, 'table'))) unread.push(node.start)
        for (const { table, alias } of named) {
          if (!names.tables.has(table)) continue
          aliases.set(alias, table)
          uses.push({ deed: writers.has(method) || method === 'table' ? 'write' : 'read', name: table, at: first!.start })
        }
      }
      if (isSqlMember(node, 'raw')) {
        if (first?.type === 'Literal') readSql(String(first.value), first.start)
        else unread.push(node.start)
      }
      if (method === 'fn' && first?.type === 'Literal' && names.functions.has(String(first.value)))
        uses.push({ deed: 'call', name: String(first.value), at: first.start })
      if (locks.has(method)) {
        const locked = lockedBy(node)
        for (const name of locked) {
          const table = names.tables.has(name) ? name : undefined
          if (table) uses.push({ deed: 'write', name: table, at: node.start })
          else openWrites.push({ alias: name, at: node.start })
        }
        if (locked.length === 0) unread.push(node.start)
      }
    },
  }).visit(parsed(path, code).program)
  for (const { alias, at } of openWrites) {
    const table = alias === undefined ? undefined : aliases.get(alias)
    if (table) uses.push({ deed: 'write', name: table, at })
    else unread.push(at)
  }
  return { uses, unread }
}

const isSqlTag = (tag: Node) => tag.type === 'Identifier' && tag.name === 'sql'

function isSqlMember(call: Node, name: string): boolean {
  const callee = call.callee as Node
  return callee.type === 'MemberExpression' && isSqlTag(callee.object as Node) && methodOf(call) === name
}

function methodOf(call: Node): string {
  const callee = call.callee as Node
  const name = callee.type === 'MemberExpression' ? (callee.property as Node) : callee
  return name.type === 'Identifier' ? String(name.name) : ''
}

/** The text between the backticks, with a question mark for every `${…}`, as long as it was: places stay where they are. */
function sqlOf(quasi: Node, code: string): string {
  let text = ' '
  let at = quasi.start + 1
  for (const { start, end } of quasi.expressions as (Node & { end: number })[]) {
    const opens = code.lastIndexOf('${', start)
    const closes = code.indexOf('}', end) + 1
    text += code.slice(at, opens) + '?'.padEnd(closes - opens)
    at = closes
  }
  return text + code.slice(at, (quasi.end as number) - 1)
}

/** `'orders as o'`, or several of them in an array. */
function tablesNamed(argument: Node | undefined): { table: string; alias: string }[] {
  if (argument?.type === 'ArrayExpression') return (argument.elements as Node[]).flatMap((one) => tablesNamed(one))
  if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return []
  const [table, alias] = argument.value.split(/\s+as\s+/)
  return [{ table: table!, alias: alias ?? table! }]
}

/** Follows the chain of calls back to its selectFrom: `forUpdate('o')` locks what it names, `forUpdate()` all that is joined. */
function lockedBy(call: Node): string[] {
  const named = tablesNamed((call.arguments as Node[])[0]).map(({ table }) => table)
  if (named.length > 0) return named
  const found: string[] = []
  for (let at: Node | undefined = call; at; at = before(at)) {
    if (at.type === 'CallExpression' && readers.has(methodOf(at)))
      found.push(...tablesNamed((at.arguments as Node[])[0]).map(({ table }) => table))
  }
  return found
}

function before(node: Node): Node | undefined {
  if (node.type === 'CallExpression') return node.callee as Node
  return node.type === 'MemberExpression' ? (node.object as Node) : undefined
}

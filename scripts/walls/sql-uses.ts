/** What SQL does with a table or a function; `alias` is the name that the statement gives the table. */
export type Use = { deed: 'read' | 'write' | 'call'; name: string; at: number }
export type Names = { tables: ReadonlySet<string>; functions: ReadonlySet<string> }
/** A write whose table the text itself does not say. The alias of a lock is looked up in the rest of the file. */
export type OpenWrite = { alias: string | undefined; at: number }
export type SqlUses = { uses: Use[]; aliases: Map<string, string>; openWrites: OpenWrite[] }

type Token = { word: string; at: number; depth: number; quoted: boolean }

const skipped = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\s+|\$\w*\$/y
const wordPattern = /"([^"]+)"|[a-z_][\w$]*|[^\s]/iy
const notAliases = new Set(
  'on where set values select from join left right inner full cross natural using group order limit returning for union all as default lateral when loop with having window offset fetch except intersect do tablesample overriding'.split(
    ' ',
  ),
)

/** Comments and strings say nothing; the body of a function (between dollar signs) is read like the rest. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (let at = 0; at < sql.length;) {
    skipped.lastIndex = at
    if (skipped.test(sql)) {
      at = skipped.lastIndex
      continue
    }
    wordPattern.lastIndex = at
    const found = wordPattern.exec(sql)!
    if (found[0] === ')') depth--
    tokens.push({ word: (found[1] ?? found[0]).toLowerCase(), at, depth, quoted: found[1] !== undefined })
    if (found[0] === '(') depth++
    at = wordPattern.lastIndex
  }
  return tokens
}

/**
 * Every mention of a table counts as reading it, wherever it stands: nothing slips through because its clause was not foreseen.
 * A name after a dot is a column and a name after `as` an alias.
 */
export function usesInSql(sql: string, names: Names): SqlUses {
  const tokens = tokensOf(sql)
  const word = (n: number) => (tokens[n] && !tokens[n].quoted ? tokens[n].word : '')
  const uses: Use[] = []
  const aliases = new Map<string, string>()
  const openWrites: OpenWrite[] = []
  for (const [n, { word: name, at }] of tokens.entries()) {
    if (names.functions.has(name) && word(n + 1) === '(' && !isDefinition(word, n)) uses.push({ deed: 'call', name, at })
    if (word(n) === 'for' && isLock(word, n)) {
      const locked = lockedTables(tokens, n, names)
      for (const table of locked.tables) uses.push({ deed: 'write', name: table, at })
      for (const alias of locked.unknown) openWrites.push({ alias, at })
    }
    if (name === '?' && isWritten(word, n)) openWrites.push({ alias: undefined, at })
    if (!names.tables.has(name) || ['.', 'as'].includes(word(n - 1))) continue
    const alias = aliasAt(tokens, n)
    if (alias !== undefined) aliases.set(alias, name)
    uses.push({ deed: isWritten(word, n) ? 'write' : 'read', name, at })
  }
  return { uses, aliases, openWrites }
}

type WordAt = (n: number) => string

const isDefinition = (word: WordAt, n: number) => word(n - 1) === 'function'

function isWritten(word: WordAt, n: number): boolean {
  const before = word(n - 1) === 'only' ? n - 2 : n - 1
  const verb = word(before)
  if (verb === 'into') return ['insert', 'merge'].includes(word(before - 1))
  if (verb === 'from') return word(before - 1) === 'delete'
  return ['update', 'truncate', 'table'].includes(verb)
}

const isLock = (word: WordAt, n: number) =>
  word(n + 1) === 'update' || (word(n + 1) === 'no' && word(n + 2) === 'key' && word(n + 3) === 'update')

function aliasAt(tokens: readonly Token[], n: number): string | undefined {
  const next = tokens[n + 1]?.word === 'as' ? tokens[n + 2] : tokens[n + 1]
  return next && /^[a-z_]/.test(next.word) && !notAliases.has(next.word) ? next.word : undefined
}

/** `for update of a, b` locks what it names; without `of`, every table of its own select. */
function lockedTables(tokens: readonly Token[], n: number, names: Names): { tables: string[]; unknown: (string | undefined)[] } {
  const { depth } = tokens[n]!
  const found = new Map<string, string>()
  for (let back = n - 1; back >= 0 && tokens[back]!.depth >= depth; back--) {
    const token = tokens[back]!
    if (token.depth > depth) continue
    if (['select', 'perform', ';'].includes(token.word) && !token.quoted) break
    if (names.tables.has(token.word) && !['.', 'as'].includes(tokens[back - 1]?.word ?? ''))
      found.set(aliasAt(tokens, back) ?? token.word, token.word)
  }
  const named = namedByOf(tokens, n)
  if (named.length === 0) return { tables: [...found.values()], unknown: found.size === 0 ? [undefined] : [] }
  return {
    tables: named.flatMap((name) => found.get(name) ?? []),
    unknown: named.filter((name) => !found.has(name)),
  }
}

function namedByOf(tokens: readonly Token[], n: number): string[] {
  let at = n
  while (tokens[at]?.word !== 'update') at++
  if (tokens[++at]?.word !== 'of') return []
  const named: string[] = []
  do named.push(tokens[++at]?.word ?? '')
  while (tokens[++at]?.word === ',')
  return named
}

// A file has at most 300 lines, a function at most 60. Generated files, tables of routes and the callbacks that hold
// tests may be longer. A list may be as long as what it lists: its lines are not counted.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Visitor, type ESTree } from 'vite'
import { lineOf, parsed } from './walls/source.ts'

const maxFileLines = 300
const maxFunctionLines = 60

const folders = ['src', 'demo', 'e2e', 'bench', 'trial', 'scripts']
const isGenerated = /\.gen\.ts$|^src\/i18n\/generated\//
const isCode = /\.(ts|tsx|mjs)$/
const isTestFile = /\.(test|spec)\.(ts|tsx|mjs)$/

type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression

/** One line for each file and function that is too long. */
export function tooLongIn(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, text]) => {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0) - (isCode.test(path) ? linesOfLists(path, text) : 0)
    const file = lines > maxFileLines ? [`${path} has ${lines} lines: at most ${maxFileLines}`] : []
    return isCode.test(path) ? [...file, ...longFunctionsOf(path, text)] : file
  })
}

/** Lines of the lists that a file declares: arrays of records, of arrays and of plain values. */
function linesOfLists(path: string, code: string): number {
  let count = 0
  for (const statement of parsed(path, code).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { init } of declared.declarations) {
      const list = withoutTypes(init)
      if (list?.type === 'ArrayExpression' && list.elements.every((one) => one && isListed.has(one.type)))
        count += lineOf(code, list.end) - lineOf(code, list.start)
    }
  }
  return count
}

const isListed = new Set<string>(['ObjectExpression', 'ArrayExpression', 'Literal', 'SpreadElement'])

/** An expression without the `as const` and `satisfies` around it. */
function withoutTypes(of: ESTree.Expression | null): ESTree.Expression | null {
  return of?.type === 'TSAsExpression' || of?.type === 'TSSatisfiesExpression' ? withoutTypes(of.expression) : of
}

/** Checks everything under a folder. A check that reads nothing finds nothing, and must not pass for it. */
export function checkSizes(root: string): { lines: string[]; isGood: boolean } {
  const paths = globSync(`{${folders.join(',')}}/**/*.{ts,tsx,mjs,sql,css}`, { cwd: root }).filter((path) => !isGenerated.test(path))
  if (paths.length < 20) return { lines: [`Only ${paths.length} files were read: the sizes were not checked.`], isGood: false }
  const lines = tooLongIn(new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')])))
  if (lines.length > 0) return { lines, isGood: false }
  return { lines: [`${paths.length} files and their functions are short enough.`], isGood: true }
}

function longFunctionsOf(path: string, code: string): string[] {
  const found: AnyFunction[] = []
  const mayBeLong = new Set<object>()
  const visit = (one: AnyFunction) => {
    if (one.body && !isRouteTable(one)) found.push(one)
  }
  new Visitor({
    FunctionDeclaration: visit,
    FunctionExpression: visit,
    ArrowFunctionExpression: visit,
    CallExpression: ({ callee, arguments: given }) => {
      if (isTestFile.test(path) && isTestCall(callee)) for (const argument of given) mayBeLong.add(argument)
    },
  }).visit(parsed(path, code).program)
  return found.flatMap((one) => {
    const first = lineOf(code, one.start)
    const lines = lineOf(code, one.end) - first + 1
    return lines <= maxFunctionLines || mayBeLong.has(one)
      ? []
      : [`${path}:${first} has a function of ${lines} lines: at most ${maxFunctionLines}`]
  })
}

/** Whether a call holds tests or is one: `describe`, `it`, `test`, also as `it.each(…)(…)` or `test.describe`. */
function isTestCall(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return ['describe', 'it', 'test'].includes(callee.name)
  if (callee.type === 'MemberExpression') return isTestCall(callee.object)
  if (callee.type === 'CallExpression') return isTestCall(callee.callee)
  return callee.type === 'TaggedTemplateExpression' && isTestCall(callee.tag)
}

/** Whether most statements of a function register routes. */
function isRouteTable({ body }: AnyFunction): boolean {
  if (body?.type !== 'BlockStatement') return false
  return body.body.filter(isRegistration).length * 2 > body.body.length
}

/** `api.add(…)`, or a call that hands `api` to a module: `ordersApi(api, …)`. */
function isRegistration(statement: ESTree.Statement | ESTree.Directive): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return false
  const { callee, arguments: given } = statement.expression
  if (callee.type === 'Identifier') return isNamed(given[0], 'api')
  return callee.type === 'MemberExpression' && isNamed(callee.object, 'api') && isNamed(callee.property, 'add')
}

const isNamed = (node: ESTree.Node | undefined, name: string): boolean => node?.type === 'Identifier' && node.name === name

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { lines, isGood } = checkSizes(join(import.meta.dirname, '..'))
  for (const line of lines) console.log(line)
  if (!isGood) process.exit(1)
}

import { createHash } from 'node:crypto'
import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replaceFolder } from './replace-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const outdir = join(root, 'src/i18n/generated')
const stamp = join(outdir, '.made-from')
/** These hold or import all messages. */
const importers = /^messages(\/_index)?\.(js|d\.ts)$/
const sources = [
  'src/i18n/messages/tw.json',
  'src/i18n/messages/en.json',
  'project.inlang/settings.json',
  'scripts/message-format.js',
  'scripts/messages.ts',
  'scripts/replace-folder.ts',
  'package-lock.json',
]

/** Turns src/i18n/messages/*.json into the functions that pages, mails and problem answers call. Does nothing when nothing changed. */
export async function compileMessages(): Promise<boolean> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()) return false
  // The compiler empties its folder first, and servers and tests may be reading from ours.
  const fresh = mkdtempSync(join(tmpdir(), 'fieldhouse-messages-'))
  try {
    let made: string
    do {
      made = sourcesHash()
      await compileInto(fresh, root)
      // Somebody else may have compiled later sources meanwhile; ours must not replace theirs.
    } while (made !== sourcesHash())
    replaceFolder(fresh, outdir, importers)
    writeFileSync(stamp, made)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return true
}

/** Compiles the messages of `place` into a folder. It fails when a module could not be written, or when a message has none. */
export async function compileInto(folder: string, place: string, write = writeFileSync): Promise<void> {
  const keys = sameKeysInBothLanguages(place)
  const { compile } = await import('@inlang/paraglide-js')
  const failures: unknown[] = []
  // The compiler opens all of its thousands of files at once and passes over those that the system refuses to open.
  const writeFile = async (path: string, content: string) => {
    try {
      write(path, content)
    } catch (error) {
      failures.push(error)
    }
  }
  await compile({
    project: join(place, 'project.inlang'),
    outdir: folder,
    outputStructure: 'message-modules',
    // Which language is spoken is decided in locale.ts; the generated code only asks.
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitReadme: false,
    emitPrettierIgnore: false,
    emitGitIgnore: false,
    fs: { ...fs, promises: { ...fs.promises, writeFile } } as typeof fs,
  })
  if (failures.length > 0) throw new Error('Not all messages could be written', { cause: failures[0] })
  const compiled = messageModules(join(folder, 'messages')).length
  if (compiled !== keys.length) throw new Error(`${compiled} messages of ${keys.length} were compiled`)
  writeFileSync(join(folder, 'messages/_index.js'), inOneModule(join(folder, 'messages')))
}

/** Names of the modules of single messages. The build needs them apart, for tree shaking (messages-plugin.ts). */
export const messageModules = (folder: string): string[] => readdirSync(folder).filter((name) => /^(?!_index).+\.js$/.test(name))

/** The comment before a message, which is in its declaration (.d.ts) too. */
const description = /\n\/\*\*\n\* \| output \|[^]*?\n\*\/\n(?=export const )/

/** Types, which are in the declaration too: most of what would be read and kept in memory. */
const types = /\/\*\* @type(def)? [^]*?\*\/ ?/g

/** All messages as one module: servers, tests and the development server load it in a tenth of the time of thousands. */
function inOneModule(folder: string): string {
  const modules = messageModules(folder).map((name) =>
    readFileSync(join(folder, name), 'utf8').replace(description, '\n').replaceAll(types, ''),
  )
  const lines = modules.flatMap((source) => source.split('\n'))
  const isImport = (line: string) => line.startsWith('import ')
  return [...new Set(lines.filter(isImport)), ...lines.filter((line) => !isImport(line))].join('\n')
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(join(root, source)))
  return hash.digest('hex')
}

function sameKeysInBothLanguages(place: string): string[] {
  const [tw, en] = ['tw', 'en'].map((locale) =>
    Object.keys(JSON.parse(readFileSync(join(place, `src/i18n/messages/${locale}.json`), 'utf8')) as object),
  )
  const missing = [...tw!.filter((key) => !en!.includes(key)), ...en!.filter((key) => !tw!.includes(key))]
  if (missing.length > 0) throw new Error(`These messages exist in one language only: ${missing.join(', ')}`)
  return tw!
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await compileMessages()
  // The compiler keeps a database handle open for half a minute.
  process.exit(0)
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const outdir = join(root, 'src/i18n/generated')
const stamp = join(outdir, '.made-from')
const sources = [
  'src/i18n/messages/tw.json',
  'src/i18n/messages/en.json',
  'project.inlang/settings.json',
  'scripts/message-format.js',
  'scripts/messages.ts',
  'package-lock.json',
]

/** Turns src/i18n/messages/*.json into the functions that pages, mails and problem answers call. Does nothing when nothing changed. */
export async function compileMessages(): Promise<boolean> {
  const made = sourcesHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return false
  sameKeysInBothLanguages()
  const { compile } = await import('@inlang/paraglide-js')
  await compile({
    project: join(root, 'project.inlang'),
    outdir,
    outputStructure: 'message-modules',
    // Which language is spoken is decided in locale.ts; the generated code only asks.
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitReadme: false,
    emitPrettierIgnore: false,
    emitGitIgnore: false,
  })
  writeFileSync(stamp, made)
  return true
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(join(root, source)))
  return hash.digest('hex')
}

function sameKeysInBothLanguages(): void {
  const [tw, en] = ['tw', 'en'].map((locale) =>
    Object.keys(JSON.parse(readFileSync(join(root, `src/i18n/messages/${locale}.json`), 'utf8')) as object),
  )
  const missing = [...tw!.filter((key) => !en!.includes(key)), ...en!.filter((key) => !tw!.includes(key))]
  if (missing.length > 0) throw new Error(`These messages exist in one language only: ${missing.join(', ')}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await compileMessages()
  // The compiler keeps a database handle open for half a minute.
  process.exit(0)
}

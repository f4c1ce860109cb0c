import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pseudoText } from './pseudo-language.ts'

const root = join(import.meta.dirname, '..')
const sources = ['src', 'demo', 'scripts', 'public', 'package.json', 'tsconfig.json', 'vite.config.ts']
const line = `  qps: { name: 'Pseudo', htmlLang: 'qps', openGraph: 'qps', tags: ['qps'], firstDayOfWeek: 1, instead: 'en' },\n`

/**
 * Builds the service with one language more, `qps`, whose texts are those of English, accented and a third longer. The build is of a copy
 * of the sources in a folder of its own: the sources and their build are left alone. Returns the path of the built server, for Node.js.
 */
export function buildPseudo(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  addLanguage(folder)
  const run = (script: string) => execFileSync(process.execPath, [join(folder, 'scripts', script)], { cwd: folder })
  run('messages.ts')
  run('build.ts')
  return join(folder, 'dist/process/built.js')
}

/** Adds a language as docs/adding.md says: a file of messages, and a line in the list. */
function addLanguage(copy: string): void {
  const english = JSON.parse(readFileSync(join(root, 'src/i18n/messages/en.json'), 'utf8')) as Record<string, string>
  const messages = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, pseudoText(key, text)]))
  writeFileSync(join(copy, 'src/i18n/messages/qps.json'), JSON.stringify(messages))
  const list = join(copy, 'src/i18n/languages.ts')
  writeFileSync(list, readFileSync(list, 'utf8').replace(/(?<=\n {2}en: \{.*\},\n)/, line))
}

if (process.argv[1] === import.meta.filename) {
  const built = buildPseudo(join(root, '.pseudo'))
  process.stdout.write(
    `Built. Start it with: DEMO=1 SITE_ACCESS=open DATA_DIR=.pseudo/data node ${built}\nand open http://localhost:3000/qps\n`,
  )
}

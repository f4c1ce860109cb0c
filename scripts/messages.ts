import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locales } from '../src/i18n/languages.ts'

type Catalogue = Readonly<Record<string, Record<string, string>>>
type Part = string | { name: string } | { count: string; one: Part[]; other: Part[] }

const root = fileURLToPath(new URL('..', import.meta.url))
const outdir = join(root, 'src/i18n/generated')
const stamp = join(outdir, '.made-from')
const sourceOf = (locale: string) => join(root, `src/i18n/messages/${locale}.json`)

export function readMessages(): Catalogue {
  const entries = locales.map((locale) => [locale, JSON.parse(readFileSync(sourceOf(locale), 'utf8'))] as const)
  return Object.fromEntries(entries) as Catalogue
}

/**
 * Turns src/i18n/messages/*.json into the functions that pages, mails and problem answers call, all in one module: servers, tests
 * and the development server load it at once. A build for the browser has one module for each message (messages-plugin.ts).
 */
export function compileMessages(): boolean {
  const made = sourcesHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return false
  const catalogue = readMessages()
  const keys = keysOf(catalogue)
  mkdirSync(outdir, { recursive: true })
  place('runtime.js', runtime)
  place('runtime.d.ts', runtimeTypes)
  const lines = keys.map((key) => exportOf(key, catalogue))
  place('messages.js', [`import { choose } from './runtime.js'`, ...lines, `export * as m from './messages.js'`, ''].join('\n'))
  const types = keys.map((key) => typeOf(key, catalogue))
  place('messages.d.ts', [`import type { Locale } from './runtime.js'`, ...types, `export * as m from './messages.js'`, ''].join('\n'))
  place('.made-from', made)
  return true
}

/** One message as a module of its own. */
export const messageModule = (key: string, catalogue: Catalogue): string =>
  `import { choose } from '../runtime.js'\n${exportOf(key, catalogue)}`

/** Writes beside the target and renames, which is atomic: other processes may be reading. */
function place(name: string, content: string): void {
  const target = join(outdir, name)
  writeFileSync(`${target}.${process.pid}`, content)
  renameSync(`${target}.${process.pid}`, target)
}

const runtime = `const locales = ${JSON.stringify(locales)}
export let getLocale = () => locales[0]
export const overwriteGetLocale = (read) => { getLocale = read }
export const choose = (...texts) => (inputs = {}, options = {}) => (texts[locales.indexOf(options.locale ?? getLocale())] ?? texts[0])(inputs)
`

const runtimeTypes = `export type Locale = ${locales.map((one) => `'${one}'`).join(' | ')}
export declare let getLocale: () => Locale
export declare const overwriteGetLocale: (read: () => Locale) => void
`

function exportOf(key: string, catalogue: Catalogue): string {
  const texts = Object.values(catalogue).map((said) => {
    const parts = parseText(said[key]!)
    return `(${parts.some((part) => typeof part !== 'string') ? 'i' : ''}) => ${written(parts)}`
  })
  return `export const ${key} = /* @__PURE__ */ choose(${texts.join(', ')})`
}

function typeOf(key: string, catalogue: Catalogue): string {
  const names = [...new Set(Object.values(catalogue).flatMap((said) => [...inputsOf(said[key]!)]))]
  const inputs = names.length > 0 ? `inputs: { ${names.map((name) => `${name}: NonNullable<unknown>`).join('; ')} }` : 'inputs?: {}'
  const said = JSON.stringify(Object.values(catalogue).at(-1)![key]).replaceAll('*/', '* /')
  return `/** ${said} */\nexport declare const ${key}: (${inputs}, options?: { locale?: Locale }) => string`
}

/** A template literal that says the parts; of a plural the words for 1, or those for any other number. */
function written(parts: readonly Part[]): string {
  const pieces = parts.map((part) => {
    if (typeof part === 'string') return part.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)
    if ('name' in part) return `\${i.${part.name}}`
    return `\${i.${part.count} == 1 ? ${written(part.one)} : ${written(part.other)}}`
  })
  return `\`${pieces.join('')}\``
}

const opening = /\{(\w+)(, plural, one \{)?/y

/** Parts of a text with {name} and plurals as in ICU MessageFormat: {count, plural, one {court} other {courts}}. */
export function parseText(text: string): Part[] {
  const [parts, end] = parseUntil(text, 0)
  if (end !== text.length) throw new Error(`“${text}” has a } too many`)
  return parts
}

/** Parts up to a } that closes nothing that began here, or to the end. */
function parseUntil(text: string, start: number): [Part[], number] {
  const parts: Part[] = []
  for (let at = start; ;) {
    const next = text.slice(at).search(/[{}]/)
    const until = next < 0 ? text.length : at + next
    if (until > at) parts.push(text.slice(at, until))
    if (text[until] !== '{') return [parts, until]
    const [part, end] = parsePlaceholder(text, until)
    parts.push(part)
    at = end
  }
}

function parsePlaceholder(text: string, start: number): [Part, number] {
  opening.lastIndex = start
  const [whole = '', name = '', isPlural] = opening.exec(text) ?? []
  const wrong = () => new Error(`“${text}”: write {name} or {name, plural, one {…} other {…}}`)
  let at = start + whole.length
  if (!name) throw wrong()
  if (!isPlural) {
    if (text[at] !== '}') throw wrong()
    return [{ name }, at + 1]
  }
  const [one, endOfOne] = parseUntil(text, at)
  if (!text.startsWith('} other {', endOfOne)) throw wrong()
  const [other, endOfOther] = parseUntil(text, endOfOne + '} other {'.length)
  at = endOfOther
  if (!text.startsWith('}}', at)) throw wrong()
  // The number stands before the plural: the sign for it would be said as it is.
  if ([...one, ...other].some((part) => typeof part === 'string' && part.includes('#'))) throw wrong()
  return [{ count: name, one, other }, at + 2]
}

/** Names of the placeholders of a text, those that only decide a plural included. */
export const inputsOf = (text: string): Set<string> => new Set(namesIn(parseText(text)))

function namesIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'name' in part ? [part.name] : [part.count, ...namesIn(part.one), ...namesIn(part.other)]
  })
}

/** Keys of the messages. Every language must have every one of them. */
export function keysOf(catalogue: Catalogue): string[] {
  const keys = new Set(Object.values(catalogue).flatMap(Object.keys))
  const missing = [...keys].filter((key) => Object.values(catalogue).some((said) => said[key] === undefined))
  if (missing.length > 0) throw new Error(`These messages do not exist in every language: ${missing.join(', ')}`)
  return [...keys]
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const source of [...locales.map(sourceOf), join(root, 'src/i18n/languages.ts'), fileURLToPath(import.meta.url)])
    hash.update(readFileSync(source))
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) compileMessages()

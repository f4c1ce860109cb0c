// npm leaves the optional packages of other platforms out of the lock file when it cannot fetch them, and then
// `npm ci` stops there with "Missing … from lock file". Run this after every change of a dependency.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const libraries: Record<string, string> = { gnu: 'glibc', musl: 'musl' }

export type Entry = {
  version?: string
  resolved?: string
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  dev?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Entry> }

/** The lock file with an entry for every optional package that it mentions. */
export function mend(lock: Lock): { lock: Lock; added: string[] } {
  const added: Record<string, Entry> = {}
  for (const [path, entry] of Object.entries(lock.packages))
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {}))
      if (!findEntry(lock.packages, path, name)) added[`node_modules/${name}`] = entryFor(name, version, entry.dev)
  const packages = Object.fromEntries(Object.entries({ ...lock.packages, ...added }).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { lock: { ...lock, packages }, added: Object.keys(added) }
}

/** Where Node would find a package: beside the one that asks, then further and further out. */
export function findEntry(packages: Lock['packages'], from: string, name: string): Entry | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const path = `${base}${base ? '/' : ''}node_modules/${name}`
    if (packages[path]) return packages[path]
    if (base === '') return undefined
    if (!base.includes('/node_modules/')) base = ''
  }
}

function entryFor(name: string, version: string, dev: boolean | undefined): Entry {
  const words = name.replace('windows', 'win32').replace('linuxmusl', 'linux-musl').split(/[-/]/)
  const of = (known: string[]) => known.filter((word) => words.includes(word)).slice(0, 1)
  const [os, cpu, libc] = [of(systems), of(processors), of(Object.keys(libraries)).map((word) => libraries[word] ?? word)] as const
  return {
    version: version.replace(/^[~^]/, ''),
    ...(cpu.length ? { cpu } : {}),
    ...(dev ? { dev } : {}),
    ...(libc.length && os[0] === 'linux' ? { libc } : {}),
    optional: true,
    ...(os.length ? { os } : {}),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
  const { lock, added } = mend(JSON.parse(readFileSync(file, 'utf8')) as Lock)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(added.length ? `Added ${added.length} entries to package-lock.json.` : 'Nothing is missing in package-lock.json.')
}

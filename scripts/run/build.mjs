import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeOf, startLock } from './install.mjs'
import { withLock } from './lock.mjs'
import { quietly, timed } from './say.mjs'

const sources = ['src', 'demo', 'public', 'scripts', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
const products = ['dist/client', 'dist/server', 'dist/process/built.js', 'src/i18n/generated']
/** Written by the build itself, or no part of it. */
const passedOver = /^src\/(i18n\/generated|testing|db\/(migrations|functions|views))(\/|$)|\.gen\.ts$|\.test\.(tsx?|mjs)$/

/** Builds pages, messages and the server, unless the build is of these very sources. */
export function build(root, { force = false, compile = compilePages } = {}) {
  if (isBuilt(root) && !force) return
  withLock(startLock(root), () => {
    // Somebody else may have built it while we waited.
    if (isBuilt(root) && !force) return
    const wanted = hashSources(root)
    rmSync(stampOf(root), { force: true })
    timed('Building pages and server', () => compile(root))
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stampOf(root), `${wanted}\n`)
  })
}

/** Compiles the messages, which every program imports, unless they are compiled already. */
export const compileMessages = (root) => quietly(nodeOf(root), ['scripts/messages.ts'], { cwd: root })

const compilePages = (root) => quietly(nodeOf(root), ['scripts/build.ts'], { cwd: root })
const stampOf = (root) => join(root, 'dist/.fieldhouse-source-hash')

function isBuilt(root) {
  const stamp = stampOf(root)
  if (!existsSync(stamp) || !products.every((path) => existsSync(join(root, path)))) return false
  return readFileSync(stamp, 'utf8').trim() === hashSources(root)
}

export function hashSources(root) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesUnder(root, source))) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function filesUnder(root, path) {
  if (passedOver.test(path) || !existsSync(join(root, path))) return []
  const entries = readEntries(join(root, path))
  return entries ? entries.toSorted().flatMap((name) => filesUnder(root, `${path}/${name}`)) : [path]
}

function readEntries(path) {
  try {
    return readdirSync(path)
  } catch {
    return undefined
  }
}

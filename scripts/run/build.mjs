import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeOf } from './install.mjs'
import { quietly, timed } from './say.mjs'

const sources = ['src', 'public', 'project.inlang', 'scripts', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
const products = ['dist/client', 'dist/server', 'src/i18n/generated']
/** Written by the build itself, or no part of it. */
const passedOver = /^src\/(i18n\/generated|testing|db\/migrations)(\/|$)|\.gen\.ts$|\.test\.tsx?$/

/** Builds pages and messages, unless the build is of these very sources. */
export function build(root, { force = false } = {}) {
  const stamp = join(root, 'dist/.fieldhouse-source-hash')
  const wanted = hashSources(root)
  const isFresh =
    existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted && products.every((path) => existsSync(join(root, path)))
  if (isFresh && !force) return
  rmSync(stamp, { force: true })
  timed('Building pages', () => quietly(nodeOf(root), ['scripts/build.ts'], { cwd: root }))
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, `${wanted}\n`)
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

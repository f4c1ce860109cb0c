import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withLock } from './lock.mjs'
import { quietly, timed } from './say.mjs'

/** Installs what package-lock.json says, unless it is installed already. */
export function install(root, { fetchPackages = runNpm } = {}) {
  if (isInstalled(root)) return
  withLock(startLock(root), () => {
    // Somebody else may have installed it while we waited.
    if (isInstalled(root)) return
    const wanted = wantedHash(root)
    timed('Installing packages', () => fetchPackages(root))
    writeFileSync(stampOf(root), `${wanted}\n`)
  })
}

/** Starts of one folder install and build one after the other: two at once would each remove what the other is making. */
export const startLock = (root) => join(root, '.fieldhouse-start.lock')

const stampOf = (root) => join(root, 'node_modules/.fieldhouse-lock-hash')

function isInstalled(root) {
  const stamp = stampOf(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wantedHash(root) && existsSync(nodeOf(root))
}

function runNpm(root) {
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  quietly('npm', args, { cwd: root, env: { ...process.env, PATH: pathWithoutOurs(root) } })
}

/** The Node that comes with our packages: the one on the machine may be older. */
export function nodeOf(root) {
  return join(root, 'node_modules/.bin/node')
}

export function wantedHash(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(`${process.platform}-${process.arch}\n`).update(lock).digest('hex')
}

/** npm must not run on the Node that it is about to remove. */
function pathWithoutOurs(root) {
  const ours = join(root, 'node_modules/.bin')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => entry !== ours)
    .join(delimiter)
}

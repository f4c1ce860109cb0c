import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { quietly, timed } from './say.mjs'

/** Installs what package-lock.json says, unless it is installed already. */
export function install(root) {
  const stamp = join(root, 'node_modules/.fieldhouse-lock-hash')
  const wanted = wantedHash(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted && existsSync(nodeOf(root))) return
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  timed('Installing packages', () => quietly('npm', args, { cwd: root, env: { ...process.env, PATH: pathWithoutOurs(root) } }))
  writeFileSync(stamp, `${wanted}\n`)
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

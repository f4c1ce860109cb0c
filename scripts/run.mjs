// What every npm script begins with. It uses nothing but Node 20, so that it runs in a fresh clone.
import { fileURLToPath } from 'node:url'
import { provideBrowser } from './run/browser.mjs'
import { build, compileMessages } from './run/build.mjs'
import { check } from './run/check.mjs'
import { runAgain, runNode } from './run/children.mjs'
import { install } from './run/install.mjs'
import { Failure } from './run/say.mjs'
import { conclude, requireMatches, runTests } from './run/tests.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const [deed, ...rest] = process.argv.slice(2)

const deeds = {
  async start() {
    build(root)
    return runAgain(() => runNode(root, ['dist/process/built.js'], { channel: true, env: { NODE_ENV: 'production' } }))
  },
  async test() {
    requireMatches(root, rest)
    const browser = provideBrowser(root)
    build(root)
    const checked = rest.length === 0 ? [await check(root)] : []
    return total([...checked, ...(await runTests(root, rest, browser))])
  },
  async check() {
    build(root)
    return total([await check(root)])
  },
  async dev() {
    return runNode(root, ['src/process/dev.ts', ...rest], { channel: true })
  },
  async build() {
    if (rest.includes('--pseudo')) return runNode(root, ['scripts/pseudo-build.ts'])
    build(root, { force: true })
    return 0
  },
  async db() {
    return runNode(root, ['scripts/db.ts', ...rest])
  },
  async staff() {
    return runNode(root, ['scripts/staff.ts', ...rest])
  },
  async backup() {
    return runNode(root, ['scripts/backup.ts', ...rest])
  },
  async restore() {
    return runNode(root, ['scripts/restore.ts', ...rest])
  },
  async advisories() {
    return runNode(root, ['scripts/advisories.ts'])
  },
  async doctor() {
    build(root)
    return runNode(root, ['src/process/doctor.ts', ...rest], { env: { NODE_ENV: 'production' } })
  },
  async bench() {
    const browser = provideBrowser(root)
    build(root)
    return runNode(root, ['bench/run.ts', ...rest], browser ? { env: { CHROME_PATH: browser } } : {})
  },
  async trial() {
    build(root)
    return runNode(root, ['trial/run.ts', ...rest])
  },
}

function total(counts) {
  const { lines, isGood } = conclude(counts)
  console.log(lines.join('\n'))
  return isGood ? 0 : 1
}

try {
  if (!Object.hasOwn(deeds, deed ?? '')) throw new Failure(`Usage: node scripts/run.mjs ${Object.keys(deeds).join(' | ')}`)
  install(root)
  compileMessages(root)
  process.exit(await deeds[deed]())
} catch (error) {
  console.error(error instanceof Failure ? error.message : error)
  process.exit(1)
}

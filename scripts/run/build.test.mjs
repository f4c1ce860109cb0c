import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { build } from './build.mjs'
import { install, nodeOf, wantedHash } from './install.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldhouse-build-'))
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/page.tsx'), 'a page')
  writeFileSync(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Stand-in for the build script: writes the files that the real one writes, also beside the sources, and counts its runs. */
function compile() {
  appendFileSync(join(root, 'builds'), 'x')
  for (const folder of ['dist/client', 'dist/server', 'dist/process', 'src/pages', 'src/i18n/generated'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['dist/process/built.js', 'src/pages/route-tree.gen.ts', 'src/i18n/generated/messages.js'])
    writeFileSync(join(root, file), String(Math.random()))
}
const builds = () => readFileSync(join(root, 'builds'), 'utf8').length

describe('a start', () => {
  it('does not build a tree that is built, though the build leaves files beside the sources', () => {
    for (let start = 0; start < 3; start++) build(root, { compile })
    expect(builds()).toBe(1)
  })

  it('builds again when a source has changed, and not for a test', () => {
    build(root, { compile })
    writeFileSync(join(root, 'src/page.test.tsx'), 'a test')
    build(root, { compile })
    expect(builds()).toBe(1)
    writeFileSync(join(root, 'src/page.tsx'), 'another page')
    build(root, { compile })
    expect(builds()).toBe(2)
  })

  it('installs and builds once when four begin at the same moment', async () => {
    const code = `
      import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
      import { build } from ${JSON.stringify(join(import.meta.dirname, 'build.mjs'))}
      import { install } from ${JSON.stringify(join(import.meta.dirname, 'install.mjs'))}
      const rest = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
      const root = process.cwd()
      install(root, { fetchPackages() {
        appendFileSync('installs', 'x')
        mkdirSync('node_modules/.bin', { recursive: true })
        rest()
        writeFileSync('node_modules/.bin/node', '')
      } })
      build(root, { compile() {
        appendFileSync('builds', 'x')
        for (const folder of ['dist/client', 'dist/server', 'dist/process', 'src/i18n/generated']) mkdirSync(folder, { recursive: true })
        writeFileSync('dist/process/built.js', '')
        rest()
      } })`
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }),
    )
    expect(await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))).toEqual([0, 0, 0, 0])
    expect([readFileSync(join(root, 'installs'), 'utf8'), builds()]).toEqual(['x', 1])
    install(root, { fetchPackages: () => expect.fail('it is installed') })
  })
})

it.each(['dev', 'db', 'staff', 'backup', 'restore'])(
  'npm run %s works in a fresh clone, where nothing is built: the messages are there',
  (deed) => {
    const own = join(import.meta.dirname, '../..')
    for (const path of [
      'package.json',
      'package-lock.json',
      'scripts/run',
      'scripts/run.mjs',
      'scripts/messages.ts',
      'src/i18n/languages.ts',
      'src/i18n/messages',
    ])
      cpSync(join(own, path), join(root, path), { recursive: true })
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
    symlinkSync(nodeOf(own), nodeOf(root))
    writeFileSync(join(root, 'node_modules/.fieldhouse-lock-hash'), wantedHash(root))
    const program = deed === 'dev' ? 'src/process/dev.ts' : `scripts/${deed}.ts`
    mkdirSync(join(root, 'src/process'))
    writeFileSync(join(root, program), `import { m } from '#i18n/generated/messages.js'\nconsole.log(m.nav_loading({}, { locale: 'en' }))`)
    const ran = spawnSync(nodeOf(own), ['scripts/run.mjs', deed], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, npm_lifecycle_event: '' },
    })
    expect(ran.stdout + ran.stderr).toContain('Loading')
  },
)

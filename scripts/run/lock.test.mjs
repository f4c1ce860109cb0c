import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let dir
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fieldhouse-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const lockModule = JSON.stringify(join(import.meta.dirname, 'lock.mjs'))
const inAnother = (code) => ['--input-type=module', '--eval', `import { withLock } from ${lockModule}\n${code}`]

describe('the lock of a start', () => {
  it('lets only one in at a time, however many come', async () => {
    // Each reads, rests and writes: two at once would lose a count.
    const code = `
      import { readFileSync, writeFileSync } from 'node:fs'
      for (let n = 0; n < 5; n++) withLock('lock', () => {
        const count = Number(readFileSync('count', 'utf8'))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
        writeFileSync('count', String(count + 1))
      }, { onWait: () => {}, pause: 1 })`
    writeFileSync(join(dir, 'count'), '0')
    const children = Array.from({ length: 4 }, () => spawn(process.execPath, inAnother(code), { cwd: dir, stdio: 'inherit' }))
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual([0, 0, 0, 0])
    expect(readFileSync(join(dir, 'count'), 'utf8')).toBe('20')
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })

  it('is taken over when its holder was killed', () => {
    spawnSync(process.execPath, inAnother(`withLock('lock', () => process.kill(process.pid, 'SIGKILL'))`), { cwd: dir })
    expect(existsSync(join(dir, 'lock'))).toBe(true)
    expect(withLock(join(dir, 'lock'), () => 'done')).toBe('done')
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })

  it('is given back by a deed that fails, and by one that ends the process', () => {
    const fail = () => {
      throw new Error('no')
    }
    expect(() => withLock(join(dir, 'lock'), fail)).toThrow('no')
    spawnSync(process.execPath, inAnother(`withLock('lock', () => process.exit(3))`), { cwd: dir })
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })
})

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataDirInUse, lockDataDir } from './lock.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fieldhouse-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('the lock of a data folder', () => {
  it('is held by one process at a time and free again afterwards', () => {
    const first = lockDataDir(dir)
    expect(() => lockDataDir(dir)).toThrow(DataDirInUse)
    expect(() => lockDataDir(dir)).toThrow(`is in use by another Fieldhouse (process ${process.pid})`)
    first.release()
    expect(existsSync(join(dir, 'fieldhouse.lock'))).toBe(false)
    lockDataDir(dir).release()
  })

  it('is taken over from a killed process, even when another process has its PID by now', () => {
    writeFileSync(join(dir, 'fieldhouse.lock'), `${process.pid} another-boot:123\n`)
    lockDataDir(dir).release()
    writeFileSync(join(dir, 'fieldhouse.lock'), 'torn')
    lockDataDir(dir).release()
    expect(readdirSync(dir)).toEqual([])
  })
})

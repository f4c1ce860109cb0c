import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findEntry, mend, type Entry, type Lock } from './mend-lockfile.ts'

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as Lock

describe('package-lock.json', () => {
  it('has an entry for every package that some platform needs', () => {
    expect(mend(lock).added).toEqual([])
  })

  it.each(['x64', 'arm64'])('can be installed on linux %s: every native package has its build there', (cpu) => {
    const natives = Object.entries(lock.packages).filter(
      ([path, entry]) => !path.includes('linux') && namesOf(entry).some((name) => /linux-(x64|arm64)/.test(name)),
    )
    expect(natives.length).toBeGreaterThan(5)
    for (const [path, entry] of natives) {
      const builds = namesOf(entry).filter((name) => name.includes(`linux-${cpu}`) && !name.includes('musl'))
      expect(builds, `${path} on ${cpu}`).not.toEqual([])
      for (const name of builds) expect(platformOf(findEntry(lock.packages, path, name)), name).toEqual(`linux ${cpu}`)
    }
  })

  it('names no place to download from, so that any registry will do', () => {
    expect(Object.values(lock.packages).filter((entry) => entry.resolved !== undefined)).toEqual([])
  })
})

describe('mending', () => {
  it('adds what is missing with the platform that its name tells, and leaves the rest', () => {
    const before = {
      packages: { 'node_modules/pack': { optionalDependencies: { '@pack/linux-arm64-musl': '1.2.3', '@pack/win32-x64': '^1.2.3' } } },
    }
    const { lock: after, added } = mend(before)
    expect(added).toEqual(['node_modules/@pack/linux-arm64-musl', 'node_modules/@pack/win32-x64'])
    expect(after.packages['node_modules/@pack/linux-arm64-musl']).toEqual({
      version: '1.2.3',
      cpu: ['arm64'],
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    })
    expect(after.packages['node_modules/@pack/win32-x64']).toEqual({ version: '1.2.3', cpu: ['x64'], optional: true, os: ['win32'] })
  })
})

/** Packages write `"os": "linux"` as well as `"os": ["linux"]`. */
function platformOf(entry: Entry | undefined): string {
  return [entry?.os, entry?.cpu].flat().join(' ')
}

function namesOf(entry: Entry): string[] {
  return Object.keys(entry.optionalDependencies ?? {})
}

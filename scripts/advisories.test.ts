import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askRegistry, daysToMend, readReport, say } from './advisories.ts'

/** `npm run advisories` (ASVS 15.2.1): npm itself asks, and a registry of this test answers. */
const lock = {
  name: 'centre',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: {
    '': { name: 'centre', version: '1.0.0', dependencies: { door: '1.0.0' }, devDependencies: { bench: '2.0.0' } },
    'node_modules/door': { version: '1.0.0', resolved: 'https://registry.npmjs.org/door/-/door-1.0.0.tgz' },
    'node_modules/bench': { version: '2.0.0', resolved: 'https://registry.npmjs.org/bench/-/bench-2.0.0.tgz', dev: true },
  },
}
const advisory = (id: number, severity: string, title: string) => ({
  id,
  url: `https://advisories.example/${id}`,
  title,
  severity,
  vulnerable_versions: '<3.0.0',
  cwe: [],
  cvss: { score: 0, vectorString: null },
})

let root: string
let registry: Server
let answer: { status: number; body: unknown }
let asked: Record<string, string[]> | undefined
const env = () => ({ ...process.env, npm_config_registry: `http://localhost:${(registry.address() as AddressInfo).port}/` })

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'fieldhouse-advisories-'))
  writeFileSync(join(root, 'package.json'), JSON.stringify(lock.packages['']))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  registry = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.method !== 'POST' || !request.url!.endsWith('/security/advisories/bulk')) return response.writeHead(404).end('{}')
    const bytes = Buffer.concat(parts)
    asked = JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()) as typeof asked
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }).listen(0)
})
afterAll(() => {
  registry.close()
  rmSync(root, { recursive: true })
})

describe('the advisories of the packages', () => {
  it('are asked for all packages of the lock file, and each has its time', async () => {
    answer = { status: 200, body: { door: [advisory(1, 'high', 'opens by itself')], bench: [advisory(2, 'critical', 'may burn')] } }
    const report = await askRegistry(root, env())
    expect(asked).toMatchObject({ door: ['1.0.0'], bench: ['2.0.0'] })
    const found = readReport(report, lock)!
    expect(found.map(({ name, runsIn, days }) => [name, runsIn, days])).toEqual([
      ['door', 'service', 7],
      ['bench', 'development', 30],
    ])
    const { text, code } = say(report, lock)
    expect(code).toBe(1)
    expect(text).toContain('door 1.0.0 (high, service): opens by itself\n  https://advisories.example/1\n  to be mended within 7 days')
  })

  it('says that there are none', async () => {
    answer = { status: 200, body: {} }
    expect(say(await askRegistry(root, env()), lock)).toEqual({ text: expect.stringContaining('No advisory is known') as string, code: 0 })
  })

  it('does not take a registry that gives no answer for one that knows of none', async () => {
    answer = { status: 405, body: {} }
    expect(say(await askRegistry(root, env()), lock)).toEqual({ text: expect.stringMatching(/could not be asked.*405/) as string, code: 2 })
    const away = { ...process.env, npm_config_registry: 'http://localhost:9/' }
    expect(say(await askRegistry(root, away), lock)).toMatchObject({ code: 2 })
    expect(say({}, lock)).toMatchObject({ code: 2 })
  })

  it('ends with that code', () => {
    const run = spawnSync(process.execPath, ['scripts/advisories.ts'], {
      env: { ...process.env, npm_config_registry: 'http://localhost:9/' },
      encoding: 'utf8',
    })
    expect([run.status, run.stdout]).toEqual([2, expect.stringContaining('nothing is known about')])
  })

  it('gives the times that the page of security names', () => {
    const page = readFileSync('docs/security.md', 'utf8')
    for (const [where, { high, moderate, low }] of Object.entries(daysToMend))
      expect(page).toContain(
        `| ${where === 'service' ? 'the service' : 'development and tests'} | ${high} days | ${moderate} days | ${low} days |`,
      )
  })
})

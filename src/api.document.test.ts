import { createConfig, lintFromString } from '@redocly/openapi-core'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateApiTypes, type ApiDocument } from '#testing/api-types.ts'
import { openTestService } from '#testing/test-service.ts'

let whole: string
let forMembers: string
beforeAll(async () => {
  const [demo, live] = [await openTestService(), await openTestService({ demo: false })]
  whole = (await demo.call('GET', '/api/openapi.json')).text
  forMembers = (await live.call('GET', '/api/openapi.json')).text
  await Promise.all([demo.close(), live.close()])
})

/** A plain HTML form, a browser that comes back from a payment, or goes to an issuer and comes back, is answered with the way on: 303, and nothing in the two hundreds. */
const onlyRedirects = [
  '/api/AccountMember/LoginForm',
  '/api/AccountMember/LoginWay/{way}/Start',
  '/api/AccountMember/LoginWay/{way}/Return',
  '/api/Payment/Return',
  '/api/Payment/Return/{provider}',
  '/api/Demo/Gateway/Counter',
  '/api/Demo/NewebPay/Counter',
]

/** By a type of our own: comparing an object with the package's own takes the compiler eleven seconds. */
const configOf = createConfig as unknown as (options: { extends: string[] }) => Promise<Parameters<typeof lintFromString>[0]['config']>

async function problemsIn(source: string): Promise<string[]> {
  const config = await configOf({ extends: ['recommended'] })
  const found = await lintFromString({ source, config })
  return found
    .map(({ ruleId, severity, message, location }) => ({
      at: location[0]?.pointer ?? '',
      text: `${severity} ${ruleId}: ${message}`,
      ruleId,
    }))
    .filter(
      ({ ruleId, at }) =>
        ruleId !== 'operation-2xx-response' || !onlyRedirects.some((path) => at.startsWith(`#/paths/${path.replaceAll('/', '~1')}/`)),
    )
    .map(({ text, at }) => `${text} ${at}`)
}

/** Paths of the API in the source of a page; `{}` stands for what the page fills in. */
const pathsIn = (source: string): string[] =>
  [...source.matchAll(/['`](\/api\/(?:[\w./-]|\$\{[^}]*\})*)/g)].map(([, path]) => path!.replaceAll(/\$\{[^}]*\}/g, '{}'))

describe('the OpenAPI document', () => {
  it('has every path that a page calls', () => {
    const paths = Object.keys((JSON.parse(whole) as ApiDocument).paths)
    const known = paths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
    // A page of its own, and the beginning of every call.
    const noCalls = new Set(['/api/docs', '/api/'])
    const pages = globSync('{ui,routes,client}/**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => !file.includes('.test.'))
    const called = pages.flatMap((file) => pathsIn(readFileSync(join(import.meta.dirname, file), 'utf8')).map((path) => ({ file, path })))
    expect(called.length).toBeGreaterThan(40)
    expect(called.filter(({ path }) => !noCalls.has(path) && !known.some((pattern) => pattern.test(path)))).toEqual([])
  })

  it('passes the recommended rules of a strict linter, without errors and without warnings', async () => {
    expect(await problemsIn(whole)).toEqual([])
  })

  it('passes them without the staff\u2019s calls too', async () => expect(await problemsIn(forMembers)).toEqual([]))

  it('fails the linter when a required part is removed, so the test above means something', async () => {
    const document = JSON.parse(whole) as ApiDocument & { servers?: unknown }
    delete document.servers
    delete (document.paths['/api/Order/{id}']!['get'] as { operationId?: string }).operationId
    const found = await problemsIn(JSON.stringify(document))
    expect(found).toEqual([expect.stringContaining('no-empty-servers'), expect.stringContaining('operation-operationId')])
  })

  it('has a stable operation id for every call', () => {
    const { paths } = JSON.parse(whole) as ApiDocument
    expect(paths['/api/Order/{id}']!['get']!.operationId).toBe('getOrderById')
    expect(paths['/api/AccountMember/Login']!['post']!.operationId).toBe('postAccountMemberLogin')
    expect(paths['/api/Venues/1st/List/Client']!['post']!.operationId).toBe('postVenues1stListClient')
  })
})

describe('types that are generated from the document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-api-types-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
  async function errorsIn(use: string): Promise<string> {
    writeFileSync(join(folder, 'use.ts'), `import type { Api } from './api.ts'\n${use}`)
    const options = ['--noEmit', '--strict', '--ignoreConfig', '--allowImportingTsExtensions', '--module', 'nodenext', '--types', '']
    const args = [compiler, ...options, join(folder, 'use.ts')]
    return promisify(execFile)(process.execPath, args).then(
      ({ stdout }) => stdout,
      (failed: { stdout: string }) => failed.stdout,
    )
  }

  it('compile, and have the request and answer of a call', async () => {
    writeFileSync(join(folder, 'api.ts'), await generateApiTypes(JSON.parse(whole) as ApiDocument))
    const good = `export const body: Api['postAccountMemberLogin']['body'] = { emailOrAccount: 'amy', secret: 's' }
      export const token = (answer: Api['postAccountMemberLogin']['answers']['200']): string => answer.token
      export const amount = (answer: Api['getOrderById']['answers']['200']): number => answer.amount
      export const code = (answer: Api['getOrderById']['answers']['404']): string => answer.code`
    expect(await errorsIn(good)).toBe('')
    expect(await errorsIn(`export const body: Api['postAccountMemberLogin']['body'] = { emailOrAccount: 1 }`)).toContain('error TS')
  })
})

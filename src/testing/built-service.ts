import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { markSetUp } from '#modules/centre/store.ts'
import { builtServer, startServer } from './server-process.ts'
import { callerOf, openTestService, testAuthSecret, type TestService } from './test-service.ts'

/** Enough for orders that are to be paid; never asked. */
export const unaskedGateway = {
  PAYMENT_URL: 'https://gateway.example',
  PAYMENT_MERCHANT_ID: '1',
  PAYMENT_HASH_KEY: 'k'.repeat(16),
  PAYMENT_HASH_IV: 'i'.repeat(16),
}

export type BuiltService = TestService & {
  /** False: no call of the demo is there. */
  isDemo: boolean
  /** A page as a browser asks for it, with any header and any path; undefined: only the API is there. */
  visit?: (path: string, headers: Record<string, string>) => Promise<Response>
  /** What the server has logged as an error. */
  errors: () => string[]
}

/**
 * The test service, whose calls go to the built server on the same database in `npm test`, which has just built it: what is tested is what
 * runs. By hand the sources are tested, without a server.
 */
export async function openBuiltService(): Promise<BuiltService> {
  const service = await openTestService()
  if (!process.env['TEST_BUILT']) return { ...service, isDemo: true, errors: () => [] }
  await markSetUp(service.db, service.clock.now())
  const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-built-'))
  const clock = {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'shift-clock.mjs')}`,
    TEST_CLOCK_SHIFT: String(service.clock.now().getTime() - Date.now()),
  }
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: service.url,
    AUTH_SECRET: testAuthSecret,
    TRUST_PROXY: '1',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'error',
    ...unaskedGateway,
    ...clock,
  }
  const server = await startServer(env, builtServer)
  const agent = new Agent({ keepAlive: true })
  return {
    ...service,
    isDemo: false,
    call: callerOf((path, init) => fetch(`${server.url}${path}`, { ...init, redirect: 'manual' })),
    visit: (path, headers) => ask(server.url, agent, path, headers),
    errors: () => server.stdout().split('\n').filter(Boolean),
    async close() {
      agent.destroy()
      await server.stop()
      await service.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Unlike fetch: with a Host of one's own, and the path as it is. */
async function ask(url: string, agent: Agent, path: string, headers: Record<string, string>): Promise<Response> {
  const { hostname, port } = new URL(url)
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, headers, agent }, resolve).on('error', reject).end()
  })
  const got = new Headers()
  for (let at = 0; at < answer.rawHeaders.length; at += 2) got.append(answer.rawHeaders[at]!, answer.rawHeaders[at + 1]!)
  const body = await buffer(answer)
  return new Response([204, 304].includes(answer.statusCode!) ? null : new Uint8Array(body), { status: answer.statusCode!, headers: got })
}

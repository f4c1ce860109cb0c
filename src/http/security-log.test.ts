import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#app.ts'
import { openLog, safeError } from './log.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { smallCentre } from '#testing/small-centre.ts'
import { openMetrics } from './metrics.ts'

/** Everything that the process writes, from the request that comes in to the event that is noted. */
let written = ''
const log = openLog('debug', { write: (line: string) => void (written += line) })
const lines = () =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const events = () => lines().filter(({ msg }) => msg === 'security')

let service: TestService
let site: ReturnType<typeof buildApp>
let member: TestMember
beforeAll(async () => {
  service = await openTestService({ log })
  await smallCentre(service.db)
  member = await service.newMember()
  site = buildApp({
    config: { publicUrl: 'http://localhost:3000', apiBase: undefined, metricsToken: undefined },
    log,
    metrics: openMetrics(),
    assets: () => undefined,
    apiFetch: (request, connected) => service.app.fetch(request, connected),
    renderPage: async (request, page) => {
      page.report(new Error(`cannot render ${request.url}`))
      return new Response('page')
    },
    isSignedLanding: async () => false,
    ready: async () => true,
  })
})
afterAll(() => service.close())
beforeEach(() => void (written = ''))

async function ask(method: string, path: string, body?: unknown, as?: TestMember) {
  const headers = { 'x-forwarded-for': '198.51.100.23', ...(as && { authorization: `Bearer ${as.token}` }) }
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
  return site.request(path, { method, headers, ...json })
}

describe('an address in the log', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJzZWNyZXQifQ.c2VjcmV0LXNpZ25hdHVyZQ'
  const key = 'Zk3uQ9wPlm2sT7xVb8nRc4yHd6jKf5gA'
  const ref = 'R-1001.Zk3uQ9wPlm2sT7xVb8nRc4yHd6'

  it.each([
    ['GET', `/resetPKey/${token}`, '/resetpkey/$token'],
    ['GET', `/en/resetpkey/${token}`, '/resetpkey/$token'],
    ['GET', `/resetpkeyy/${token}`, '(no page)'],
    ['GET', `/emailValidation?token=${token}`, '/emailValidation'],
    ['GET', `/news/detail?preview=${token}`, '/news/detail'],
    ['GET', `/repair?ref=${ref}`, '/repair'],
    ['GET', `/redirectToResult?ref=${key}`, '/redirectToResult'],
    ['GET', `/api/Calendar/${key}.ics`, '/api/Calendar/{id}'],
    ['GET', `/api/News/Preview?token=${token}`, '/api/News/Preview'],
    ['GET', `/api/File/7f2c1f0e-8f3b-4a57-9d2a-5b1c7b0c9e11?preview=${token}`, '/api/File/{id}'],
    ['GET', `/api/Payment/Result?ref=${key}`, '/api/Payment/Result'],
    ['GET', `/api/NoSuchCall/${token}`, '(no call)'],
    ['POST', `/api/AccountMember/ResetPKey?${token}`, '/api/AccountMember/ResetPKey'],
    ['POST', `/api/AccountMember/ValidateEmail?${token}`, '/api/AccountMember/ValidateEmail'],
    ['GET', `/api/Demo/Gateway/Trade?trade=${key.slice(0, 20)}`, '/api/Demo/Gateway/Trade'],
  ])('%s %s is written as %s', async (method, path, route) => {
    await ask(method, path, method === 'POST' ? { token, secret: 'long enough and good', ref } : undefined)
    expect(lines().filter(({ msg }) => msg === 'request')).toMatchObject([{ method, route }])
    for (const secret of [token, key.slice(0, 20), ref, 'long enough and good']) expect(written).not.toContain(secret)
  })
})

describe('an error in the log', () => {
  it('leaves out rows and parameters of the database', () => {
    const error = Object.assign(new Error('duplicate key value: Key (email)=(amy@example.com), mobile 0912345678'), {
      code: '23505',
      constraint: 'members_email_key',
      detail: 'Key (email)=(amy@example.com) already exists.',
      where: 'amy',
      parameters: ['amy@example.com'],
      cause: new Error('sent eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ4In0.abc to amy@example.com'),
    })
    log.error({ err: error, reason: '550 <amy@example.com> unknown', data: { email: 'amy@example.com' } }, 'a job failed')
    expect(written).toContain('members_email_key')
    expect(written).toContain('security-log.test.ts')
    for (const part of ['amy', '0912345678', 'eyJ']) expect(written).not.toContain(part)
    expect(safeError('plain')).toBe('plain')
  })
})

describe('security events in the log', () => {
  const from = { address: '198.51.100.23', call: expect.stringMatching(/^[A-Z]+ \/api\//) }

  it('login, failed login, wait and logout', async () => {
    const entering = { emailOrAccount: member.account, secret: testSecret }
    await ask('POST', '/api/AccountMember/Login', { ...entering, secret: 'wrong' })
    await ask('POST', '/api/AccountMember/Login', { emailOrAccount: 'nobody-of-ours', secret: 'wrong' })
    await ask('POST', '/api/AccountMember/Login', entering)
    await ask('POST', '/api/AccountMember/Logout', undefined, await service.newMember({ account: 'leaver' }))
    expect(events()).toMatchObject([
      { ...from, event: 'login_failed', memberId: member.id, level: 40 },
      { ...from, event: 'login_failed', memberId: null },
      { ...from, event: 'login', memberId: member.id, level: 30 },
      { ...from, event: 'logout' },
    ])
    for (let tries = 0; tries < 6; tries++) await ask('POST', '/api/AccountMember/Login', { ...entering, secret: 'wrong' })
    expect(events().at(-1)).toMatchObject({ event: 'login_locked', memberId: member.id })
    for (const word of [member.account, member.email, member.mobile, testSecret, 'nobody-of-ours']) expect(written).not.toContain(word)
  })

  it('a secret: reset requested, changed, wrong, and reset', async () => {
    const changer = await service.newMember()
    await ask('POST', '/api/AccountMember/UpdatePKey', { oldSecret: 'wrong', newSecret: 'another good long secret' }, changer)
    await ask('POST', '/api/AccountMember/UpdatePKey', { oldSecret: testSecret, newSecret: 'another good long secret' }, changer)
    await ask('POST', '/api/AccountMember/ResetPKey', { token: 'no link', secret: 'another good long secret' })
    await ask('POST', '/api/AccountMember/ForgetPKey', { email: changer.email })
    const mail = (await service.inbox(changer.email, 2)).map(({ body }) => /resetPKey\/([\w.-]+)/i.exec(body)?.[1]).find(Boolean)!
    await ask('POST', '/api/AccountMember/ResetPKey', { token: mail, secret: 'a third good long secret' })
    expect(events()).toMatchObject([
      { event: 'secret_wrong', memberId: changer.id },
      { event: 'secret_changed', memberId: changer.id },
      { event: 'secret_reset_failed', memberId: null },
      { event: 'secret_reset_asked', memberId: changer.id },
      { event: 'secret_reset', memberId: changer.id },
    ])
    for (const word of [changer.email, mail, 'another good long secret']) expect(written).not.toContain(word)
  })

  it('ending sessions, exporting data and closing the account', async () => {
    const closer = await service.newMember()
    await ask('POST', '/api/AccountMember/Session/EndAll?keep=current', {}, closer)
    await ask('GET', '/api/AccountMember/Export', undefined, closer)
    await ask('POST', '/api/AccountMember/Close', { secret: 'wrong' }, closer)
    await ask('POST', '/api/AccountMember/Close', { secret: testSecret }, closer)
    expect(events().map(({ event }) => event)).toEqual(['sessions_ended', 'data_exported', 'secret_wrong', 'account_closed'])
    expect(events().every(({ memberId }) => memberId === closer.id)).toBe(true)
  })

  it('a staff call, allowed and forbidden', async () => {
    const [desk, plain] = [await service.newMember({ role: 'desk' }), await service.newMember()]
    await ask('GET', '/api/Staff/Identity/List', undefined, desk)
    await ask('PUT', '/api/Staff/Setting', { siteAccess: 'open' }, desk)
    await ask('GET', '/api/Staff/Identity/List', undefined, plain)
    expect(events()).toMatchObject([
      { event: 'role_used', roles: ['desk'], memberId: desk.id, call: 'GET /api/Staff/Identity/List' },
      { event: 'role_refused', roles: ['desk'], memberId: desk.id, call: 'PUT /api/Staff/Setting' },
      { event: 'role_refused', roles: [], memberId: plain.id },
    ])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, stepAt, stepSeconds } from '#lib/totp.ts'
import { fromBase32 } from '#testing/base32.ts'
import { addPasskey, provePasskey, TestPasskey } from '#testing/passkeys.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { authenticatorSeal } from './prove-by-code.ts'
import { whyNotChangeFactors, readRecoveryCode, writeRecoveryCode } from './second-factor-rules.ts'
import { Tokens } from './tokens.ts'

const minute = 60_000
let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

type As = { token: string }
const own = '/api/AccountMember'
const newStaff = () => service.newMember({ role: 'desk', isProvenTwice: false })
const staffCall = (as: As) => service.call('GET', '/api/Staff/Community/List', { as })
const logIn = async ({ account }: TestMember): Promise<As> =>
  (await service.call('POST', `${own}/Login`, { body: { emailOrAccount: account, secret: testSecret } })).body
const give = (as: As, code: string) => service.call('POST', `${own}/SecondFactor/Code`, { as, body: { code } })
const recover = (as: As, code: string) => service.call('POST', `${own}/SecondFactor/RecoveryCode`, { as, body: { code } })

/** Sets the app up; `code` makes its codes, `by` steps from now. */
async function setUp(as: As) {
  const { body } = await service.call('POST', `${own}/Authenticator/Setup`, { as })
  const code = (by = 0) => codeOf(fromBase32(body.secret), stepAt(service.clock.now()) + by)
  const added = await service.call('POST', `${own}/Authenticator`, { as, body: { code: code() } })
  return { setup: body, code, added, session: added.body.session as As, recoveryCodes: added.body.recoveryCodes as string[] }
}

describe('an authenticator app', () => {
  it('is set up by its first code, proves a session, and gives recovery codes once', async () => {
    const staff = await newStaff()
    const { setup, code, added, session, recoveryCodes } = await setUp(staff)
    // The centre has no name yet.
    expect(setup.address).toBe(`otpauth://totp/localhost:${staff.account}?secret=${setup.secret}&issuer=localhost`)
    expect(added.status).toBe(201)
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await staffCall(session)).status).toBe(200)

    service.clock.advance(stepSeconds * 1000)
    const login = await logIn(staff)
    expect((await staffCall(login)).body.code).toBe('second_factor_required')
    const proven = await give(login, code())
    expect((await staffCall(proven.body)).status).toBe(200)
    expect((await staffCall(login)).status).toBe(401)
    const mails = (await service.inbox(staff.email)).map(({ body }) => body)
    expect(mails.some((body) => body.includes('設定了驗證器 App'))).toBe(true)
  })

  it('refuses a code that was used, also the one that set it up, and any before it', async () => {
    const staff = await newStaff()
    const { code } = await setUp(staff)
    const login = await logIn(staff)
    const wrong = { status: 400, code: 'wrong_second_factor' }
    expect((await give(login, code())).body, 'it set the app up').toMatchObject(wrong)
    expect((await give(login, code(-1))).body, 'older').toMatchObject(wrong)
    const next = await give(login, code(1))
    expect(next.status).toBe(200)
    expect((await give(await logIn(staff), code(1))).body, 'used').toMatchObject(wrong)
  })

  it('is not set up by a wrong code, nor by one that comes too late', async () => {
    const staff = await newStaff()
    const { body } = await service.call('POST', `${own}/Authenticator/Setup`, { as: staff })
    const right = () => codeOf(fromBase32(body.secret), stepAt(service.clock.now()))
    const add = (code: string) => service.call('POST', `${own}/Authenticator`, { as: staff, body: { code } })
    const other = right() === '000000' ? '000001' : '000000'
    expect((await add(other)).body).toMatchObject({ status: 400, code: 'wrong_second_factor' })
    expect((await staffCall(staff)).body.code).toBe('second_factor_required')
    service.clock.advance(31 * minute)
    await service.call('POST', `${own}/SecondFactor/Secret`, { as: staff, body: { secret: testSecret } })
    expect((await add(right())).body).toMatchObject({ status: 409, code: 'authenticator_setup_over' })
  })

  it('has its secret encrypted in the database, readable after AUTH_SECRET has changed, and then encrypted anew', async () => {
    const staff = await newStaff()
    const { setup } = await setUp(staff)
    const read = () =>
      service.db.selectFrom('authenticators').select('sealed_secret').where('member_id', '=', staff.id).executeTakeFirstOrThrow()
    const sealed = (await read()).sealed_secret!
    const secret = fromBase32(setup.secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(sealed.toString('latin1')).not.toContain(setup.secret)
    expect(new Tokens('another secret of the same length ......').unseal(authenticatorSeal, sealed)).toBeUndefined()
    const rotated = new Tokens('another secret of the same length ......', 'a secret that only tests know, long enough')
    expect(rotated.unseal(authenticatorSeal, sealed)).toEqual({ value: secret, isOld: true })
    const again = rotated.seal(authenticatorSeal, secret)
    expect(rotated.unseal(authenticatorSeal, again)).toEqual({ value: secret, isOld: false })
    expect(rotated.unseal('another purpose', again)).toBeUndefined()
  })

  it('makes those who guess wait, in one session and in many', async () => {
    const staff = await newStaff()
    const { code } = await setUp(staff)
    service.clock.advance(stepSeconds * 1000)
    const wrong = code() === '000000' ? '000001' : '000000'
    const login = await logIn(staff)
    for (let n = 0; n < 5; n++) expect((await give(login, wrong)).body.code).toBe('wrong_second_factor')
    const barred = await give(login, code())
    expect(barred.body).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect(Number(barred.headers.get('retry-after'))).toBeGreaterThan(20)
    for (let n = 0; n < 15; n++) await give(await logIn(staff), wrong)
    expect((await give(await logIn(staff), code())).body.code, 'a new session does not help').toBe('too_many_attempts')
    service.clock.advance(2 * minute)
    expect((await give(await logIn(staff), code())).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('prove once each, however they are typed, and the owner is told', async () => {
    const staff = await newStaff()
    const { recoveryCodes } = await setUp(staff)
    const [first, second] = recoveryCodes as [string, string]
    const login = await logIn(staff)
    const proven = await recover(login, first)
    expect((await staffCall(proven.body)).status).toBe(200)
    expect((await recover(await logIn(staff), first)).body).toMatchObject({ status: 400, code: 'wrong_second_factor' })
    expect((await recover(await logIn(staff), second.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    const left = (await service.call('GET', `${own}/SecondFactor`, { as: proven.body })).body
    expect(left).toMatchObject({ recoveryCodesLeft: 8, ways: { recoveryCode: true } })
    const mails = (await service.inbox(staff.email, 3)).map(({ body }) => body)
    expect(mails.some((body) => body.includes('還剩 9 組'))).toBe(true)
  })

  it('of somebody else, or not of this form, prove nothing', async () => {
    const [one, other] = [await newStaff(), await newStaff()]
    const [{ recoveryCodes }] = [await setUp(one), await setUp(other)]
    const login = await logIn(other)
    for (const code of [recoveryCodes[0]!, 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA', 'x'])
      expect((await recover(login, code)).body.code).toBe('wrong_second_factor')
  })

  it('are stored as hashes, and void once new ones are made', async () => {
    const staff = await newStaff()
    const { session, recoveryCodes } = await setUp(staff)
    const rows = await service.db.selectFrom('recovery_codes').selectAll().where('member_id', '=', staff.id).execute()
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
    const made = await service.call('POST', `${own}/RecoveryCodes`, { as: session })
    expect(made.status).toBe(201)
    expect((await recover(await logIn(staff), recoveryCodes[0]!)).body.code).toBe('wrong_second_factor')
    expect((await recover(await logIn(staff), made.body.recoveryCodes[0])).status).toBe(200)
  })
})

describe('a stolen session', () => {
  it('without a factor adds none silently: the secret is asked for again', async () => {
    const staff = await newStaff()
    service.clock.advance(10 * minute)
    const needed = { status: 403, code: 'confirm_secret_first' }
    expect((await addPasskey(service, staff)).body).toMatchObject(needed)
    expect((await service.call('POST', `${own}/Authenticator/Setup`, { as: staff })).body).toMatchObject(needed)
    const factors = await service.call('GET', `${own}/SecondFactor`, { as: staff })
    expect(factors.body).toMatchObject({ confirmFirst: 'secret', isDemanded: true })
    const confirm = (secret: string) => service.call('POST', `${own}/SecondFactor/Secret`, { as: staff, body: { secret } })
    expect((await confirm('not my secret')).body).toMatchObject({ status: 400, code: 'wrong_secret' })
    expect((await addPasskey(service, staff)).body).toMatchObject(needed)
    expect((await confirm(testSecret)).status).toBe(204)
    expect((await addPasskey(service, staff)).status).toBe(201)
  })

  it('neither adds nor removes one where one exists: the factor is asked for again, and the secret does not help', async () => {
    const staff = await newStaff()
    const passkey = new TestPasskey()
    const added = await addPasskey(service, staff, passkey)
    const [{ id }] = (await service.call('GET', `${own}/SecondFactor`, { as: added.body.session })).body.passkeys
    const stolen = await logIn(staff)
    await service.call('POST', `${own}/SecondFactor/Secret`, { as: stolen, body: { secret: testSecret } })
    const needed = { status: 403, code: 'confirm_factor_first' }
    expect((await addPasskey(service, stolen)).body).toMatchObject(needed)
    for (const [method, path] of [
      ['POST', '/Authenticator/Setup'],
      ['POST', '/RecoveryCodes'],
      ['DELETE', '/Authenticator'],
      ['DELETE', `/Passkey/${id}`],
    ] as const)
      expect((await service.call(method, own + path, { as: stolen })).body, path).toMatchObject(needed)
    const seen = (await service.call('GET', `${own}/SecondFactor`, { as: stolen })).body
    expect(seen).toMatchObject({ passkeys: [], authenticator: null, recoveryCodesLeft: 0, ways: { passkey: true }, confirmFirst: 'factor' })

    service.clock.advance(10 * minute)
    expect((await addPasskey(service, added.body.session)).body, 'shown too long ago').toMatchObject(needed)
    const proven = await provePasskey(service, added.body.session, passkey)
    expect((await addPasskey(service, proven.body)).status).toBe(201)
  })

  it('may not take the last factor of staff away', async () => {
    const { session } = await setUp(await newStaff())
    expect((await service.call('DELETE', `${own}/Authenticator`, { as: session })).body).toMatchObject({ status: 409, code: 'last_factor' })
    await addPasskey(service, session)
    expect((await service.call('DELETE', `${own}/Authenticator`, { as: session })).status).toBe(204)
  })

  it('is asked for the factor again once the secret was changed', async () => {
    const { session } = await setUp(await newStaff())
    const body = { oldSecret: testSecret, newSecret: 'violet harbour 88 kites' }
    expect((await service.call('POST', `${own}/UpdatePKey`, { as: session, body })).status).toBe(204)
    expect((await staffCall(session)).body.code).toBe('second_factor_required')
  })
})

describe('the rules of changing factors', () => {
  const now = new Date('2026-11-16T10:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
  const session = {
    hasFactor: false,
    hasAuthenticator: false,
    hasSecret: true,
    isStaff: true,
    hasStaffLink: false,
    staffWay: null,
    isByStaffIssuer: false,
    createdAt: ago(60),
    secretAt: null,
    provenAt: null,
  }
  it.each([
    ['a login just now', { createdAt: ago(9) }, undefined],
    ['a login ten minutes ago', { createdAt: ago(10) }, 'confirm_secret_first'],
    ['the secret just now', { secretAt: ago(1) }, undefined],
    ['staff with a factor who gave the secret', { hasFactor: true, secretAt: ago(1) }, 'confirm_factor_first'],
    ['staff with a factor who showed it just now', { hasFactor: true, provenAt: ago(1) }, undefined],
    ['staff with a factor who showed it long ago', { hasFactor: true, provenAt: ago(11) }, 'confirm_factor_first'],
    ['a member with a passkey who gave the secret', { hasFactor: true, isStaff: false, secretAt: ago(1) }, undefined],
    [
      'a member with an app who gave the secret',
      { hasFactor: true, hasAuthenticator: true, isStaff: false, secretAt: ago(1) },
      'confirm_factor_first',
    ],
    [
      'a member with an app who showed it just now',
      { hasFactor: true, hasAuthenticator: true, isStaff: false, provenAt: ago(1) },
      undefined,
    ],
    ['a member with a passkey who logged in long ago', { hasFactor: true, isStaff: false }, 'confirm_secret_first'],
    [
      'staff with an issuer who logged in by a secret just now',
      { hasStaffLink: true, createdAt: ago(1), secretAt: ago(1) },
      'confirm_login_first',
    ],
    ['staff with an issuer who logged in by it', { hasStaffLink: true, isByStaffIssuer: true, createdAt: ago(9) }, undefined],
    [
      'staff with a factor who logged in by their issuer',
      { hasFactor: true, isByStaffIssuer: true, createdAt: ago(9) },
      'confirm_factor_first',
    ],
    ['staff who logged in by their issuer long ago', { hasStaffLink: true, isByStaffIssuer: true }, 'confirm_login_first'],
    ['a member without a secret, with a passkey', { hasFactor: true, isStaff: false, hasSecret: false }, 'confirm_factor_first'],
    ['a member without a secret and a passkey', { isStaff: false, hasSecret: false }, 'confirm_login_first'],
    ['a member without a secret who logged in just now', { isStaff: false, hasSecret: false, createdAt: ago(9) }, undefined],
  ])('%s', (_, more, code) => {
    expect(whyNotChangeFactors({ ...session, ...more }, now)?.code).toBe(code)
  })

  it('recovery codes are read as they are written', () => {
    const code = 'ABCDEFGH23456789JKLMNPQR'
    expect(writeRecoveryCode(code)).toBe('ABCD-EFGH-2345-6789-JKLM-NPQR')
    expect(readRecoveryCode(writeRecoveryCode(code))).toBe(code)
    for (const typed of ['', 'ABCD', `${code}A`, 'ABCD-EFGH-2345-6789-JKLM-NPQO', '000000']) expect(readRecoveryCode(typed)).toBeUndefined()
  })
})

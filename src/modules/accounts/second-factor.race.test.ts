import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf, stepAt } from '#lib/totp.ts'
import { addPasskey, askForPasskeyLogin, TestPasskey } from '#testing/passkeys.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { confirmPending, replaceRecoveryCodes, useRecoveryCode, useStep, writePending } from './authenticator-store.ts'
import { authenticatorSeal } from './prove-by-code.ts'
import { hashRecoveryCode } from './recovery-codes.ts'

const atOnce = 8
let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

const own = '/api/AccountMember'
const secret = randomBytes(20)
const code = 'ABCDEFGH23456789JKLMNPQR'

/** Staff with an authenticator app and a recovery code, logged in `atOnce` times. */
async function newStaff(): Promise<{ staff: TestMember; sessions: { token: string }[] }> {
  const staff = await service.newMember({ role: 'desk', isProvenTwice: false })
  const now = service.clock.now()
  const sealed = service.tokens.seal(authenticatorSeal, secret)
  await writePending(service.db, staff.id, sealed, now)
  await confirmPending(service.db, staff.id, sealed, stepAt(now) - 1, now)
  await replaceRecoveryCodes(service.db, staff.id, [hashRecoveryCode(staff.id, code)], now)
  const body = { emailOrAccount: staff.account, secret: testSecret }
  const logins = await Promise.all(Array.from({ length: atOnce }, () => service.call('POST', `${own}/Login`, { body })))
  return { staff, sessions: logins.map((login) => login.body) }
}

const won = (statuses: number[]) => statuses.filter((status) => status === 200).length

it('a code of the authenticator app proves one session when many give it at once', async () => {
  const { sessions } = await newStaff()
  const body = { code: codeOf(secret, stepAt(service.clock.now())) }
  const answers = await Promise.all(sessions.map((as) => service.call('POST', `${own}/SecondFactor/Code`, { as, body })))
  expect(won(answers.map(({ status }) => status))).toBe(1)
})

it('a recovery code proves one session when many give it at once', async () => {
  const { sessions } = await newStaff()
  const answers = await Promise.all(sessions.map((as) => service.call('POST', `${own}/SecondFactor/RecoveryCode`, { as, body: { code } })))
  expect(won(answers.map(({ status }) => status))).toBe(1)
})

it('an answer of a passkey logs in once when it is sent many times at once', async () => {
  const member = await service.newMember()
  const passkey = new TestPasskey()
  await addPasskey(service, member, passkey)
  const { options, cookie } = await askForPasskeyLogin(service)
  const body = { passkey: passkey.get(options) }
  const send = () => service.call('POST', `${own}/Login/Passkey`, { body, headers: { cookie } })
  expect(won((await Promise.all(Array.from({ length: atOnce }, send))).map(({ status }) => status))).toBe(1)
})

it('two copies of a passkey with the same counter log in once when they are used at once', async () => {
  const member = await service.newMember()
  const passkey = new TestPasskey({ counter: 1 })
  await addPasskey(service, member, passkey)
  const asked = await Promise.all(Array.from({ length: atOnce }, () => askForPasskeyLogin(service)))
  const answers = await Promise.all(
    asked.map(({ options, cookie }) =>
      service.call('POST', `${own}/Login/Passkey`, { body: { passkey: passkey.get(options, { counter: 9 }) }, headers: { cookie } }),
    ),
  )
  expect(won(answers.map(({ status }) => status))).toBe(1)
})

it('looking first and writing later lets all of them through, so that the tests above mean something', async () => {
  const { db, clock } = service
  const { staff } = await newStaff()
  const step = stepAt(clock.now())
  const hash = hashRecoveryCode(staff.id, code)
  const many = Array.from({ length: atOnce }, (_, n) => n)
  const looked = await Promise.all(
    many.map(async () => {
      const app = await db.selectFrom('authenticators').select('last_step').where('member_id', '=', staff.id).executeTakeFirstOrThrow()
      const row = await db.selectFrom('recovery_codes').select('used_at').where('code_hash', '=', hash).executeTakeFirstOrThrow()
      return { isNewStep: Number(app.last_step) < step, isUnused: row.used_at === null }
    }),
  )
  expect(looked).toEqual(many.map(() => ({ isNewStep: true, isUnused: true })))
  const guarded = await Promise.all(many.map(() => useStep(db, staff.id, step, clock.now())))
  expect(guarded.filter(Boolean)).toHaveLength(1)
  const used = await Promise.all(many.map(() => useRecoveryCode(db, staff.id, hash, clock.now())))
  expect(used.filter(Boolean)).toHaveLength(1)
})

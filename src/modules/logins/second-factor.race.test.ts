import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, stepAt } from '#lib/totp.ts'
import { addPasskey, askForPasskeyLogin, TestPasskey } from '#testing/passkeys.ts'
import { openTestService, testSecret, type TestMember, type TestService } from '#testing/test-service.ts'
import { confirmPending, replaceRecoveryCodes, writePending } from './authenticator-store.ts'
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
  const logins = await Promise.all(many.map(() => service.call('POST', `${own}/Login`, { body })))
  return { staff, sessions: logins.map((login) => login.body) }
}

const many = Array.from({ length: atOnce }, (_, n) => n)
const won = async (calls: Promise<{ status: number }>[]) => (await Promise.all(calls)).filter(({ status }) => status === 200).length

/** How many of those who use one and the same thing at once get in by it. */
const uses: Record<string, () => Promise<number>> = {
  'a code of the authenticator app': async () => {
    const { sessions } = await newStaff()
    const body = { code: codeOf(secret, stepAt(service.clock.now())) }
    return won(sessions.map((as) => service.call('POST', `${own}/SecondFactor/Code`, { as, body })))
  },
  'a recovery code': async () => {
    const { sessions } = await newStaff()
    return won(sessions.map((as) => service.call('POST', `${own}/SecondFactor/RecoveryCode`, { as, body: { code } })))
  },
  'an answer of a passkey': async () => {
    const passkey = new TestPasskey()
    await addPasskey(service, await service.newMember(), passkey)
    const { options, cookie } = await askForPasskeyLogin(service)
    const body = { passkey: passkey.get(options) }
    return won(many.map(() => service.call('POST', `${own}/Login/Passkey`, { body, headers: { cookie } })))
  },
  'copies of a passkey with one counter': async () => {
    const passkey = new TestPasskey({ counter: 1 })
    await addPasskey(service, await service.newMember(), passkey)
    const asked = await Promise.all(many.map(() => askForPasskeyLogin(service)))
    return won(
      asked.map(({ options, cookie }) =>
        service.call('POST', `${own}/Login/Passkey`, { body: { passkey: passkey.get(options, { counter: 9 }) }, headers: { cookie } }),
      ),
    )
  },
}

it.each(Object.keys(uses))('%s lets one in when many use it at once', async (what) => {
  expect(await uses[what]!()).toBe(1)
})

describe('with triggers that undo the mark of a use', () => {
  beforeAll(() =>
    sql`
      create function unmark() returns trigger language plpgsql as $$ begin
        case tg_table_name
          when 'authenticators' then new.last_step := old.last_step;
          when 'recovery_codes' then new.used_at := null;
          when 'passkeys' then new.counter := old.counter;
          else insert into passkey_challenges select old.*;
        end case;
        return new;
      end $$;
      create trigger unmark before update on authenticators for each row when (old.last_step is not null) execute function unmark();
      create trigger unmark before update on recovery_codes for each row execute function unmark();
      create trigger unmark before update on passkeys for each row execute function unmark();
      create trigger unmark after delete on passkey_challenges for each row execute function unmark();`.execute(service.db),
  )

  it.each(Object.keys(uses))('%s lets several in by the same calls, so that the tests above mean something', async (what) => {
    expect(await uses[what]!()).toBeGreaterThan(1)
  })
})

import type { Db } from '#db/connect.ts'
import type { Session } from '#http/session.ts'
import { listPasskeys } from './passkey-store.ts'
import { whyNotChangeFactors } from './second-factor-rules.ts'
import { readFactors, readStanding } from './second-factor-store.ts'
import type { SecondFactorsAnswer } from './second-factor-wire.ts'

const firsts = { confirm_secret_first: 'secret', confirm_factor_first: 'factor', confirm_login_first: 'login' } as const

/** The member's factors. Before staff have shown one, only the ways to show it: names and times are for its owner. */
export async function readSecondFactors(db: Db, session: Session, now: Date): Promise<SecondFactorsAnswer> {
  const [factors, standing] = await Promise.all([readFactors(db, session.memberId), readStanding(db, session.id)])
  const mustProve = session.roles.length > 0 && !session.isProvenTwice
  const passkeys = mustProve ? [] : await listPasskeys(db, session.memberId)
  const refusal = standing && whyNotChangeFactors(standing, now)
  return {
    ways: {
      passkey: factors.passkeys > 0,
      authenticator: factors.authenticator !== null,
      recoveryCode: factors.recoveryCodesLeft > 0 && (factors.passkeys > 0 || factors.authenticator !== null),
    },
    confirmFirst: refusal ? firsts[refusal.code] : null,
    isDemanded: session.roles.length > 0 && !session.isExemptByDemo,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    authenticator:
      mustProve || !factors.authenticator
        ? null
        : {
            createdAt: factors.authenticator.createdAt.toISOString(),
            lastUsedAt: factors.authenticator.lastUsedAt?.toISOString() ?? null,
          },
    recoveryCodesLeft: mustProve ? 0 : factors.recoveryCodesLeft,
  }
}

import { refuse, type Result } from '#lib/result.ts'
import { closeAccount, type CloseRefusal } from '#modules/accounts/close-account.ts'
import type { MemberData } from '#modules/accounts/deps.ts'
import type { LoginDeps } from './deps.ts'
import { whyNotProven, type ProofRefusal } from './prove-again.ts'
import type { OwnSession } from './replace-session.ts'

export type CloseOwnRefusal = ProofRefusal | CloseRefusal

/** Closes the account of the member who asks, who proves again to be the member. */
export async function closeOwnAccount(
  deps: LoginDeps & Pick<MemberData, 'listOpen' | 'forgetMember'>,
  session: OwnSession,
  secret: string | undefined,
  now: Date,
): Promise<Result<void, CloseOwnRefusal>> {
  const wrong = await whyNotProven(deps, session, secret, 'secret', now)
  return wrong ? refuse(wrong) : closeAccount(deps, session.memberId, now)
}

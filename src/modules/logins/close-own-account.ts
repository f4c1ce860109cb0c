import { refuse, type Result } from '#lib/result.ts'
import { closeAccount, type CloseRefusal } from '#modules/accounts/close-account.ts'
import type { MemberData } from '#modules/accounts/deps.ts'
import { whyNotOwnSecret, type OwnSecretRefusal } from './change-secret.ts'
import type { LoginDeps } from './deps.ts'

export type CloseOwnRefusal = OwnSecretRefusal | CloseRefusal

/** Closes the account of the member who asks, who gives the secret again. */
export async function closeOwnAccount(
  deps: LoginDeps & Pick<MemberData, 'listOpen' | 'forgetMember'>,
  memberId: string,
  secret: string,
  now: Date,
): Promise<Result<void, CloseOwnRefusal>> {
  const wrong = await whyNotOwnSecret(deps, memberId, secret, 'secret', now)
  return wrong ? refuse(wrong) : closeAccount(deps, memberId, now)
}

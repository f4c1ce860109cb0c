import type { Trx } from '#db/connect.ts'
import type { LoginDeps } from './deps.ts'
import { readFactors } from './second-factor-store.ts'
import { listSubjects } from './subject-store.ts'

/** Whether a member has a way to log in that the centre allows. */
export async function canStillLogIn(
  trx: Trx,
  { ways }: Pick<LoginDeps, 'ways'>,
  { memberId, hasSecret }: { memberId: string; hasSecret: boolean },
): Promise<boolean> {
  if (hasSecret && ways.allows('secret')) return true
  if (ways.allows('passkey') && (await readFactors(trx, memberId)).passkeys > 0) return true
  return (await listSubjects(trx, memberId)).some(({ way }) => ways.allows(way))
}

import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import type { LoginDeps } from './deps.ts'
import { factorsLetter, type FactorEvent } from './letters.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { readContact } from '#modules/accounts/store.ts'

/** Mails the member what has happened to their second factors, in the transaction that does it. */
export async function tellOfFactors(trx: Trx, deps: LoginDeps, memberId: string, event: FactorEvent, now: Date): Promise<void> {
  const member = await readContact(trx, memberId)
  if (!member) return
  const link = `${deps.publicUrl}/member/setting`
  const letter = factorsLetter(member.locale, { name: member.name, link, forgetLink: `${deps.publicUrl}/login/forget` }, event)
  await sendLetter(trx, deps, { ...member, cause: `second-factor:${randomUUID()}` }, letter, now)
}

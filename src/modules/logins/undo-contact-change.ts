import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { isUndoOver, useUndo } from './contact-store.ts'
import type { LoginDeps } from './deps.ts'
import { voidLinks } from './link-store.ts'
import { undoIn } from './rules.ts'
import { makeLink } from './make-link.ts'
import { endSessions } from './session-store.ts'
import { updateMemberRow } from '#modules/accounts/store.ts'

export type UndoRefusal = { code: 'link_invalid' } | { code: 'link_expired' } | { code: 'contact_taken' }

/**
 * Restores address and mobile as they were before a change and all later ones. Ends every session and voids every open link;
 * the answer's token sets a new secret, because somebody else may know the old one.
 */
export async function undoContactChange(
  deps: LoginDeps,
  ref: string,
  now: Date,
): Promise<Result<{ email: string; resetToken: string }, UndoRefusal>> {
  const id = undoIn(deps.tokens.readReference(ref))
  if (id === undefined) return refuse({ code: 'link_invalid' })
  const { links } = await readLimits(deps.db)
  return inTransaction<{ email: string; resetToken: string }, UndoRefusal>(deps.db, async (trx) => {
    const used = await useUndo(trx, id, now)
    if (!used) return refuse({ code: (await isUndoOver(trx, id, now)) ? 'link_expired' : 'link_invalid' })
    const { memberId, email, mobile, mobileUnproven } = used
    if (!(await updateMemberRow(trx, memberId, { email, mobile, mobile_unproven: mobileUnproven })))
      return refuse({ code: 'contact_taken' })
    await endSessions(trx, memberId, {}, now)
    await voidLinks(trx, memberId, 'change-email', now)
    await voidLinks(trx, memberId, 'reset-secret', now)
    const resetToken = await makeLink(trx, deps, { purpose: 'reset-secret', memberId, email, minutes: links.resetMinutes }, now)
    return ok({ email, resetToken })
  })
}

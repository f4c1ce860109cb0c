import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { readShortName } from '#modules/centre/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { insertLink, isUndoOver, noteContact, useUndo, voidLinks } from './link-store.ts'
import type { LoginDeps } from './deps.ts'
import { emailChangedLetter, mobileChangedLetter, mobileChangedText } from './letters.ts'
import { signUndo, undoIn } from './rules.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { readContact, readProvenMobile, updateMemberRow } from '#modules/accounts/store.ts'
import type { LinkPurpose } from './tokens.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { endSessions } from './session-store.ts'

/**
 * Runs in the transaction that changes an address or a mobile, before the change: notifies the old address and the old mobile,
 * the mail with a link that undoes the change for a while. Open reset links are voided.
 * The text to the old mobile has no link, because the phone may have been stolen; a mobile that was never proved gets none.
 */
export async function tellOfContactChange(
  trx: Trx,
  deps: LoginDeps,
  { memberId, what }: { memberId: string; what: 'email' | 'mobile' },
  now: Date,
): Promise<void> {
  const { undoHours: hours } = (await readLimits(trx)).links
  const member = (await readContact(trx, memberId))!
  const id = randomUUID()
  await noteContact(trx, { id, memberId, undoUntil: new Date(now.getTime() + hours * 3_600_000) }, now)
  await voidLinks(trx, memberId, 'reset-secret', now)
  const letter = what === 'email' ? emailChangedLetter : mobileChangedLetter
  const link = `${deps.publicUrl}/undoChange?ref=${deps.tokens.signReference(signUndo(id))}`
  await sendLetter(trx, deps, { ...member, cause: `contact-changed:${id}` }, letter(member.locale, { name: member.name, link, hours }), now)
  const oldMobile = what === 'mobile' && deps.canText ? await readProvenMobile(trx, memberId) : ''
  if (oldMobile !== '')
    await queueMessage(
      trx,
      deps.jobs,
      {
        cause: `contact-changed-text:${id}`,
        channel: 'sms',
        recipient: oldMobile,
        body: mobileChangedText(member.locale, { centre: await readShortName(trx, member.locale) }),
        locale: member.locale,
      },
      now,
    )
}

/** Makes a signed link that works once; the letter decides the page that it leads to. */
export async function makeLink(
  trx: Trx,
  { tokens }: LoginDeps,
  link: { purpose: LinkPurpose; memberId: string; email: string; minutes: number },
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + link.minutes * 60_000)
  await insertLink(trx, { id, purpose: link.purpose, memberId: link.memberId, email: link.email, createdAt: now, expiresAt })
  return tokens.signLink(id, link.purpose, now, expiresAt)
}

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

import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { readShortName } from '#modules/centre/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { noteContact } from './contact-store.ts'
import type { LoginDeps } from './deps.ts'
import { voidLinks } from './link-store.ts'
import { emailChangedLetter, mobileChangedLetter, mobileChangedText } from './letters.ts'
import { signUndo } from './rules.ts'
import { sendLetter } from '#modules/accounts/send-letter.ts'
import { readContact, readProvenMobile } from '#modules/accounts/store.ts'

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

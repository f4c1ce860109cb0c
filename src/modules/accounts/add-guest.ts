import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import type { Locale } from '#i18n/locale.ts'
import { findGuest, insertGuest } from './store.ts'

/** The guest of this name and mobile, made when there is none. A guest has nothing to log in with. */
export async function addGuest(
  trx: Trx,
  guest: { name: string; mobile: string; locale: Locale },
  audit: Audit,
  now: Date,
): Promise<{ memberId: string; isNew: boolean }> {
  const id = randomUUID()
  if (await insertGuest(trx, { id, ...guest }, now)) {
    await audit(trx, { action: 'guest.added', subject: { kind: 'member', id } })
    return { memberId: id, isNew: true }
  }
  const known = await findGuest(trx, guest)
  if (known === undefined) throw new Error('a guest is there and is not found')
  return { memberId: known, isNew: false }
}

import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import type { Locale } from '#i18n/locale.ts'
import { listSessions } from '#modules/accounts/session-store.ts'
import { findPoints, findSuspension } from '#modules/violations/read-store.ts'
import { listNotes, listPersonLockers, listPersonMessages, listPersonOrders, readPerson, readPersonMoney } from './store.ts'

/** Everything about one member. That somebody opened it is written to the audit log before anything is shown. */
export async function readCard(db: Db, { id, locale }: { id: string; locale: Locale }, audit: Audit, now: Date) {
  const member = await readPerson(db, id, locale)
  if (!member) return undefined
  await audit(db, { action: 'person.opened', subject: { kind: 'member', id } })
  const [orders, money, points, suspension, lockers, sessions, messages, notes] = await Promise.all([
    listPersonOrders(db, id),
    readPersonMoney(db, id),
    findPoints(db, id),
    findSuspension(db, id, now),
    listPersonLockers(db, id),
    listSessions(db, id, now),
    listPersonMessages(db, member),
    listNotes(db, id),
  ])
  return { member, orders, money, points, suspension, lockers, sessions, messages, notes }
}
export type Card = NonNullable<Awaited<ReturnType<typeof readCard>>>

import { randomBytes, randomUUID } from 'node:crypto'
import { preOrderNumber, type Round } from '#modules/preorders/rules.ts'
import type { Entry } from './entry-store.ts'

/** What each pre-order says that comes of an entry, by the draw or by an offer afterwards: what the club has written in it. */
export const requestOfEntry = (entry: Entry, round: Pick<Round, 'id' | 'version'>, of: string, now: Date) => ({
  unit: randomUUID(),
  orderNo: preOrderNumber(now, randomBytes(7)),
  named: false,
  memberId: entry.memberId,
  roundId: round.id,
  roundVersion: round.version,
  title: entry.title,
  purpose: entry.purpose,
  contactName: entry.contactName,
  contactPhone: entry.contactPhone,
  headcount: entry.headcount,
  documents: [],
  partial: true,
  requestHash: `ballot:${of}`,
  insists: false,
  now,
})

import { text } from '#i18n/text.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { labelIn } from './store.ts'
import type { LoggedAction } from './read-store.ts'
import { actionName, fieldsOf, memberName, pricesInWords, sentenceOf, type Names } from './texts.ts'
import type { AuditRow } from './wire.ts'

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ids of members that rows name: as their subject, in a field `member`, or as who acted without being staff. */
export function membersIn(rows: readonly LoggedAction[]): string[] {
  const inFields = ({ before, after }: LoggedAction) =>
    [before, after].flatMap((fields) => {
      const id = (fields as { member?: unknown } | null)?.member
      return typeof id === 'string' ? [id] : []
    })
  const subjects = rows.flatMap(({ subjectKind, subjectId }) => (subjectKind === 'member' ? [subjectId] : []))
  const actors = rows.flatMap(({ actorName, memberId }) => (actorName === '' && memberId !== null ? [memberId] : []))
  return [...new Set([...subjects, ...actors, ...rows.flatMap(inFields)])].filter((id) => isId.test(id))
}

export function presentAction(row: LoggedAction, names: Names, locale: Locale): AuditRow {
  const name = row.actorName || (row.memberId === null ? m.audit_service({}, { locale }) : memberName(row.memberId, names, locale))
  const label =
    row.subjectKind === 'member' ? memberName(row.subjectId, names, locale) : labelIn(row.subjectLabel, locale) || subjectText(row, locale)
  return {
    id: row.id,
    at: row.at.toISOString(),
    sentence: sentenceOf(isCourtMove(row) ? `${row.action}_court` : row.action, name, label, locale) + pricesInWords(row.after, locale),
    action: row.action,
    actionName: actionName(row.action, locale),
    who: { id: row.memberId, name, roles: row.actorRoles },
    address: row.address,
    call: row.call,
    requestId: row.requestId,
    subject: { kind: row.subjectKind, id: row.subjectId, label },
    fields: fieldsOf(row.before, row.after, names, locale),
    note: row.note,
  }
}

/** A move that keeps the time. */
function isCourtMove({ action, before, after }: LoggedAction): boolean {
  const [was, is] = [before, after] as ({ start?: unknown; end?: unknown } | null)[]
  return action === 'booking.moved' && was?.start !== undefined && was.start === is?.start && was.end === is?.end
}

/** A subject without a label is named by its kind where that says enough (a setting), or by its number. */
const subjectText = ({ subjectKind, subjectId }: LoggedAction, locale: Locale) =>
  text(`audit_subject_${subjectKind}_${subjectId}`, locale) ?? text(`catalogue_part_${subjectKind}`, locale) ?? subjectId

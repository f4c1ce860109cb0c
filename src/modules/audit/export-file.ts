import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { writeCsv } from '#lib/csv.ts'
import type { Field } from './texts.ts'
import type { AuditRow } from './wire.ts'

/** The log as a table for spreadsheets; `writeCsv` defuses what would run as a formula. */
export function auditFile(rows: AuditRow[], locale: Locale): string {
  const spoken = { locale }
  const head = [
    m.audit_column_at({}, spoken),
    m.audit_column_who({}, spoken),
    m.audit_column_role({}, spoken),
    m.audit_column_address({}, spoken),
    m.audit_column_what({}, spoken),
    m.audit_column_action({}, spoken),
    m.audit_column_subject({}, spoken),
    m.audit_column_changes({}, spoken),
    m.audit_column_note({}, spoken),
    m.audit_column_request({}, spoken),
  ]
  const lines = rows.map((row) => [
    row.at,
    row.who.name,
    row.who.roles.join(' '),
    row.address,
    row.sentence,
    row.action,
    `${row.subject.kind} ${row.subject.id}`,
    row.fields.map(changeText).join('\n'),
    row.note,
    row.requestId ?? '',
  ])
  return writeCsv([head, ...lines])
}

const changeText = ({ name, before, after }: Field) =>
  before === null ? `${name}: ${after}` : after === null ? `${name}: ${before} →` : `${name}: ${before} → ${after}`

import type { DbOrTrx } from '#db/connect.ts'
import type { AuditEntry, AuditSource } from '#http/audit.ts'
import type { Locale } from '#i18n/locale.ts'
import { dataLocales } from '#i18n/languages.ts'
import { inEach, say } from '#i18n/words.ts'
import { sql } from 'kysely'

/** The one insert into the audit log. */
export async function writeAudit(trx: DbOrTrx, source: AuditSource, { action, subject, before, after, note }: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      at: source.at,
      member_id: source.memberId,
      actor_name: source.name,
      actor_role: source.roles[0] ?? null,
      actor_roles: [...source.roles],
      address: source.address,
      call: source.call,
      request_id: source.requestId,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_label: labelText(subject.label),
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      note: note ?? '',
    })
    .execute()
}

/** Between the texts of a label in both languages: the ASCII unit separator. */
const separator = '\u001f'

const labelText = (label: AuditEntry['subject']['label']): string =>
  typeof label === 'object' ? dataLocales.map((one) => label[one]).join(separator) : (label ?? '')

/** A stored label in the reader's language. */
export function labelIn(label: string, locale: Locale): string {
  const texts = label.split(separator)
  return say(
    inEach((one) => texts[dataLocales.indexOf(one)] ?? ''),
    locale,
  )
}

/** Retention. The database refuses to delete rows of less than five years, so fewer years than that change nothing. */
export async function deleteOldAudit(db: DbOrTrx, years: number, now: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from audit_log where id in (
      select id from audit_log
      where at < least(${now}::timestamptz - make_interval(years => ${years}::integer), now() - interval '5 years')
      order by at limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}

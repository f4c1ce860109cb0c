import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import type { AuditRow } from '#modules/audit/wire.ts'
import { roleNames } from '#ui/staff/kit/role-name.ts'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { listRow } from '#ui/staff/kit/use-list-keys.ts'
import { Link } from '@tanstack/react-router'
import style from './audit.module.css'

/** One action: a sentence that opens to what changed and from where it was done. */
export function AuditEntry({ row }: { row: AuditRow }) {
  return (
    <li className={style.entry} {...listRow}>
      <details>
        <summary className={style.summary}>
          <time dateTime={row.at}>{formatTime(new Date(row.at))}</time>
          <span className={style.sentence}>{row.sentence}</span>
          {row.who.roles.length > 0 && <span className={style.role}>{roleNames(row.who.roles)}</span>}
          <StaffIcon name="down" size={16} />
        </summary>
        <div className={style.content}>
          {row.fields.length > 0 && <Changes fields={row.fields} />}
          {row.note && <p className={style.note}>{row.note}</p>}
          <dl className={style.source}>
            <dt>{m.audit_column_address()}</dt>
            <dd>{row.address || '—'}</dd>
            <dt>{m.audit_column_call()}</dt>
            <dd>{row.call}</dd>
            {row.requestId && (
              <>
                <dt>{m.audit_column_request()}</dt>
                <dd>{row.requestId}</dd>
              </>
            )}
          </dl>
          <p className={style.links}>
            {row.who.id && (
              <Link to="/staff/settings/audit" search={{ person: row.who.id }}>
                {m.audit_all_by({ who: row.who.name })}
              </Link>
            )}
            <Link to="/staff/settings/audit" search={{ kind: row.subject.kind, subject: row.subject.id }}>
              {m.audit_all_about({ subject: row.subject.label })}
            </Link>
          </p>
        </div>
      </details>
    </li>
  )
}

function Changes({ fields }: { fields: AuditRow['fields'] }) {
  return (
    <table className={style.changes}>
      <thead>
        <tr>
          <th scope="col">{m.audit_column_field()}</th>
          <th scope="col">{m.audit_column_before()}</th>
          <th scope="col">{m.audit_column_after()}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before === null ? '—' : <del>{before}</del>}</td>
            <td>{after === null ? '—' : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

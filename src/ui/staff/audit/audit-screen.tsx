import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatDate } from '#i18n/dates.ts'
import { dayOf } from '#lib/zone.ts'
import type { AuditRow } from '#modules/audit/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { AuditEntry } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery } from './audit-queries.ts'
import { auditFilter, withoutCursor, type AuditSearch } from './audit-search.ts'
import style from './audit.module.css'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'

/** What staff did, newest first. The address holds the filters and the place in the list. */
export function AuditScreen({ search }: { search: AuditSearch }) {
  const filter = auditFilter(search)
  const read = useQuery(auditQuery(useApi(), filter))
  const { data, isPlaceholderData } = read
  useScreenLive('/staff/settings/audit', [['audit']])
  const days = [...Map.groupBy(data?.items ?? [], ({ at }) => dayOf(new Date(at)))]
  return (
    <StaffPage title={m.staff_screen_audit()} lead={m.audit_lead()} actions={<AuditExport filter={withoutCursor(filter)} />}>
      <AuditFilters filter={filter} />
      <ReadFailure read={read} />
      {data && days.length === 0 && <p className="nothing">{m.audit_none()}</p>}
      <div className={style.days} aria-busy={isPlaceholderData || undefined}>
        {days.map(([day, rows]) => (
          <DayOfActions key={day} rows={rows} />
        ))}
      </div>
      <nav className="cluster" aria-label={m.pagination_label()}>
        {filter.after && (
          <StaffButtonLink to="/staff/settings/audit" search={withoutCursor(filter)} icon="left">
            {m.audit_newest()}
          </StaffButtonLink>
        )}
        {data?.next && (
          <StaffButtonLink to="/staff/settings/audit" search={{ ...filter, after: data.next }}>
            {m.audit_older()}
          </StaffButtonLink>
        )}
      </nav>
    </StaffPage>
  )
}

function DayOfActions({ rows }: { rows: AuditRow[] }) {
  return (
    <section className={style.day}>
      <h2>{formatDate(new Date(rows[0]!.at), getLocale())}</h2>
      <ol>
        {rows.map((row) => (
          <AuditEntry key={row.id} row={row} />
        ))}
      </ol>
    </section>
  )
}

/** Downloads what the filters show, all pages. */
const AuditExport = ({ filter }: { filter: AuditSearch }) => (
  <DownloadButton icon="files" path="/api/Staff/Audit/Export.csv" query={filter} fileName={() => 'audit.csv'}>
    {m.audit_export()}
  </DownloadButton>
)

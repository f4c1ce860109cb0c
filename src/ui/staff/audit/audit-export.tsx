import { m } from '#i18n/generated/messages.js'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import type { AuditSearch } from './audit-search.ts'

/** Downloads what the filters show, all pages. */
export const AuditExport = ({ filter }: { filter: AuditSearch }) => (
  <DownloadButton icon="files" path="/api/Staff/Audit/Export.csv" query={filter} fileName={() => 'audit.csv'}>
    {m.audit_export()}
  </DownloadButton>
)

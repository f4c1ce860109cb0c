import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { saveFile } from '#ui/staff/kit/save-file.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import type { AuditSearch } from './audit-search.ts'

/** Downloads what the filters show, all pages. The token goes in a header, so a plain link would not do. */
export function AuditExport({ filter }: { filter: AuditSearch }) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await api.blob('/api/Staff/Audit/Export.csv', { query: filter }), 'audit.csv')
    } catch {
      // The client has shown why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <StaffButton icon="files" busy={isBusy} onClick={() => void download()}>
      {m.audit_export()}
    </StaffButton>
  )
}

import { m } from '#i18n/generated/messages.js'
import { dayOf } from '#lib/zone.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { saveFile } from '#ui/staff/kit/save-file.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import style from './files.module.css'

const paths = { xlsx: '/api/Staff/Catalogue/Export.xlsx', json: '/api/Staff/Catalogue/Export.json' }
type Kind = keyof typeof paths

/** The whole catalogue, to keep or to change and bring back. */
export function ExportPanel() {
  const { api } = useRouteContext({ from: '__root__' })
  const [busy, setBusy] = useState<Kind>()
  const download = async (kind: Kind) => {
    setBusy(kind)
    try {
      saveFile(await api.blob(paths[kind]), `catalogue-${dayOf(new Date())}.${kind}`)
    } catch {
      // The client has shown why.
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Panel title={m.files_export_title()} lead={m.files_export_lead()}>
      <div className={style.row}>
        <StaffButton look="primary" icon="download" busy={busy === 'xlsx'} onClick={() => void download('xlsx')}>
          {m.files_export_xlsx()}
        </StaffButton>
        <StaffButton icon="download" busy={busy === 'json'} onClick={() => void download('json')}>
          {m.files_export_json()}
        </StaffButton>
        <a href="/catalogue.schema.json" target="_blank" rel="noreferrer" className={style.aside}>
          {m.files_schema()}
        </a>
      </div>
    </Panel>
  )
}

import { m } from '#i18n/generated/messages.js'
import { dayOf } from '#lib/zone.ts'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import style from './files.module.css'

const named = (kind: 'xlsx' | 'json') => `catalogue-${dayOf(new Date())}.${kind}`

/** The whole catalogue, to keep or to change and bring back. */
export function ExportPanel() {
  return (
    <Panel title={m.files_export_title()} lead={m.files_export_lead()}>
      <div className={style.row}>
        <DownloadButton look="primary" path="/api/Staff/Catalogue/Export.xlsx" fileName={() => named('xlsx')}>
          {m.files_export_xlsx()}
        </DownloadButton>
        <DownloadButton path="/api/Staff/Catalogue/Export.json" fileName={() => named('json')}>
          {m.files_export_json()}
        </DownloadButton>
        <a href="/catalogue.schema.json" target="_blank" rel="noreferrer" className="small">
          {m.files_schema()}
        </a>
      </div>
    </Panel>
  )
}

import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { CatalogueConflicts } from '#ui/staff/kit/catalogue-conflicts.tsx'
import { readRevisions } from '#ui/staff/kit/catalogue-query.ts'
import type { CatalogueChanges } from '#ui/staff/kit/catalogue-types.ts'
import { ReviewSheet } from '#ui/staff/kit/review-sheet.tsx'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage, Panel } from '#ui/staff/kit/staff-page.tsx'
import { useCatalogueChange, type Proposal } from '#ui/staff/kit/use-catalogue-change.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FileErrors } from './file-errors.tsx'
import { ImportPanel } from './import-panel.tsx'
import { TemplatesPanel } from './templates-panel.tsx'
import type { Imported, Mode } from './use-import.ts'
import { dayOf } from '#lib/zone.ts'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import style from './files.module.css'

/** The catalogue as files: out, in, and templates. What is chosen stays after a refusal. */
export function FilesScreen() {
  const [mode, setMode] = useState<Mode>('merge')
  const { change, imported, take, source, done, review, reviewFile, fresh } = useFileChange()
  return (
    <StaffPage title={m.staff_screen_files()} lead={m.files_lead()}>
      {done && (
        <Callout
          tone="success"
          role="status"
          action={<StaffButtonLink to="/staff/catalogue">{m.files_done_look()}</StaffButtonLink>}
          title={m.files_done(done)}
        />
      )}
      <CatalogueConflicts change={change} />
      {change.stage.at !== 'reviewing' && <FormProblem refused={change.refused} />}
      {change.errors.length > 0 && <FileErrors name={source} errors={change.errors} />}
      <ImportPanel
        mode={mode}
        onMode={setMode}
        imported={imported}
        busy={change.busy}
        onImported={(next) => take(next, mode)}
        onReview={() => imported && void reviewFile(imported, mode)}
      />
      <TemplatesPanel onUse={async (name, changes) => review(name, { changes, basedOn: await fresh() })} />
      <ExportPanel />
      <ReviewSheet change={change} />
    </StaffPage>
  )
}

/** A change that comes from a file or a template, from the choice to what was saved. */
function useFileChange() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [imported, setImported] = useState<Imported>()
  /** The name of the file or template whose changes are shown. */
  const [source, setSource] = useState('')
  const [done, setDone] = useState<{ name: string; count: number }>()
  const change = useCatalogueChange(({ changes }) => {
    setDone({ name: source, count: changes.length })
    setImported(undefined)
  })
  const review = (name: string, proposal: Proposal) => {
    setSource(name)
    setDone(undefined)
    return change.review(proposal)
  }
  const reviewFile = ({ name, answer }: Imported, mode: Mode) =>
    review(name, { changes: answer.parsed as CatalogueChanges, basedOn: answer.revisions, mode })
  /** Takes a file that was read, and shows its changes when nothing is wrong with it. */
  const take = (next: Imported | undefined, mode: Mode) => {
    setImported(next)
    setDone(undefined)
    change.clearErrors()
    if (next?.answer.errors.length === 0) void reviewFile(next, mode)
  }
  const fresh = () => readRevisions(queryClient, api)
  return { change, imported, take, source, done, review, reviewFile, fresh }
}

const named = (kind: 'xlsx' | 'json') => `catalogue-${dayOf(new Date())}.${kind}`

/** The whole catalogue, to keep or to change and bring back. */
function ExportPanel() {
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

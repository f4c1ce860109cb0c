import { m } from '#i18n/generated/messages.js'
import { Callout } from '#ui/kit/callout.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { UploadField } from '#ui/kit/upload-field.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { FileErrors } from './file-errors.tsx'
import style from './files.module.css'
import { useImport, type Imported, type Mode } from './use-import.ts'

type Props = {
  mode: Mode
  onMode(mode: Mode): void
  imported: Imported | undefined
  onImported(imported: Imported | undefined): void
  busy: boolean
  /** Shows what the file would change. */
  onReview(): void
}

/** A file is checked as soon as it is chosen; without errors, its changes are shown before anything is saved. */
export function ImportPanel({ mode, onMode, imported, onImported, busy, onReview }: Props) {
  const api = useApi()
  const uploading = useImport(api, mode)
  const errors = imported?.answer.errors ?? []
  return (
    <Panel title={m.files_import_title()} lead={m.files_import_lead()}>
      <fieldset className={style.modes}>
        <legend>{m.files_mode()}</legend>
        <ModeChoice mode="merge" chosen={mode} onMode={onMode} title={m.files_mode_merge()} about={m.files_mode_merge_about()} />
        <ModeChoice mode="replace" chosen={mode} onMode={onMode} title={m.files_mode_replace()} about={m.files_mode_replace_about()} />
        <p className={style.hint}>{m.files_mode_hint()}</p>
      </fieldset>
      <UploadField
        label={m.files_file()}
        accept=".json,.xlsx,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        allowed={m.files_allowed()}
        uploading={uploading}
        // A wrong file is chosen again once it is corrected.
        value={errors.length > 0 ? undefined : imported}
        onChange={onImported}
      />
      {imported && errors.length > 0 && <FileErrors key={imported.id} name={imported.name} errors={errors} />}
      {imported && errors.length === 0 && (
        <Callout
          tone="success"
          role="status"
          action={
            <StaffButton look="primary" busy={busy} onClick={onReview}>
              {m.files_review()}
            </StaffButton>
          }
        >
          {m.files_right({ name: imported.name })}
        </Callout>
      )}
    </Panel>
  )
}

type ChoiceProps = { mode: Mode; chosen: Mode; onMode(mode: Mode): void; title: string; about: string }

function ModeChoice({ mode, chosen, onMode, title, about }: ChoiceProps) {
  return (
    <RadioCard name="mode" value={mode} checked={chosen === mode} onChange={() => onMode(mode)}>
      <span className={style.choice}>
        <b>{title}</b>
        <span>{about}</span>
      </span>
    </RadioCard>
  )
}

import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import type { PreviewRoundAnswer } from '#modules/preorders/season-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import type { Refused } from '#ui/kit/use-submit.ts'
import { FacilityChoice } from '#ui/preorders/facility-choice.tsx'
import { kindWord } from '#ui/preorders/preorder-words.ts'
import { RoundBanner } from '#ui/preorders/round-banner.tsx'
import { SeasonGrid, SeasonLegend } from '#ui/preorders/season-grid.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import style from './rounds.module.css'

export type Change = { key: string; label: string; before: string; after: string }

type Props = {
  preview: PreviewRoundAnswer & { shownFacility: number | undefined }
  /** Empty for a new round. */
  changes: Change[]
  saveLabel: string
  busy: boolean
  refused: Refused | undefined
  onFacility(id: number): void
  onSave(): void
  onBack(): void
}

/** What a change does, and the page of clubs as it will be: the same banner, facilities and grid. */
export function RoundPreview({ preview, changes, saveLabel, busy, refused, onFacility, onSave, onBack }: Props) {
  const { round, facilities, schedule, outside } = preview
  const facility = facilities.find(({ id }) => id === preview.shownFacility) ?? facilities[0]
  return (
    <>
      {changes.length > 0 && <Changes changes={changes} />}
      {outside.dates > 0 && <Callout tone="due" title={m.rounds_preview_outside(outside)} />}
      <Panel title={m.rounds_preview_title()} lead={m.rounds_preview_text()}>
        <div className={style.preview}>
          <RoundBanner round={round} />
          <p>
            {m.rounds_preview_caps({ periods: round.periodsPerWeek, minutes: round.minutesPerPeriod, days: round.payDays })}
            {round.documentKinds.length > 0 &&
              ` ${m.rounds_preview_documents({
                kinds: joinList(
                  round.documentKinds.map((kind) => kindWord(round, kind)),
                  getLocale(),
                ),
              })}`}
          </p>
          <FacilityChoice facilities={facilities} chosen={facility?.id} onChoose={onFacility} />
          {schedule && facility && (
            <>
              <SeasonGrid round={round} facility={facility} overview={schedule} choice="any" length={1} lines={[]} onLines={() => {}} />
              <SeasonLegend kind="weekly" />
            </>
          )}
        </div>
      </Panel>
      <FormProblem refused={refused} />
      <div className={style.decide}>
        <StaffButton onClick={onBack} icon="left">
          {m.rounds_preview_back()}
        </StaffButton>
        <StaffButton look="primary" busy={busy} onClick={onSave} data-sends>
          {saveLabel}
        </StaffButton>
      </div>
    </>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <Panel title={m.rounds_preview_changes()}>
      <table className={style.changes}>
        <caption className="sr-only">{m.rounds_preview_changes()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.staff_change_what()}</th>
            <th scope="col">{m.staff_change_before()}</th>
            <th scope="col">{m.staff_change_after()}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, label, before, after }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td data-gone>{before || '–'}</td>
              <td data-new>{after || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

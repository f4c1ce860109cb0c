import { m } from '#i18n/generated/messages.js'
import { toast } from '#ui/kit/toast.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import type { FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { ChangedNote } from '#ui/staff/kit/changed-note.tsx'
import { ReviewSheet } from '#ui/staff/kit/review-sheet.tsx'
import { ConflictView } from '#ui/staff/kit/conflict-view.tsx'
import { FieldErrorsProvider } from '#ui/staff/kit/fields.tsx'
import { SaveBar } from '#ui/staff/kit/save-bar.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import { useCatalogueChange, useErrorsOf } from '#ui/staff/kit/use-catalogue-change.ts'
import { useLiveCatalogue } from '#ui/staff/kit/use-live-catalogue.ts'
import { BasicsTab } from './basics-tab.tsx'
import { join, say } from '#ui/staff/kit/say-words.ts'
import { unitLabel, unitText } from './catalogue-words.ts'
import { CourtsTab } from './courts-tab.tsx'
import { ErrorList } from './error-list.tsx'
import { partOf, useFacilityDraft, type FacilityDraft } from './facility-draft.ts'
import style from './catalogue.module.css'
import { facilityTabs, tabOf, type FacilityTab } from './facility-tabs.ts'
import { HoursTab } from './hours-tab.tsx'
import { compareFacilities, mergeFacilities } from './merge-facility.ts'
import { PicturesTab } from './pictures-tab.tsx'
import { PricesTab } from './prices-tab.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'

export type FacilitySearch = { code?: string | undefined; tab?: string | undefined; list?: string | undefined }

const tabTitles: Record<FacilityTab, () => string> = {
  basics: m.catalogue_tab_basics,
  pictures: m.catalogue_tab_pictures,
  courts: m.catalogue_tab_courts,
  prices: m.catalogue_tab_prices,
  hours: m.catalogue_tab_hours,
}

/** One facility: basics, pictures, courts and floors, prices, hours. The address says which tab, and which list by its day. */
export function FacilityScreen({ code = '', tab, list }: FacilitySearch) {
  const catalogue = useLiveCatalogue()
  const draft = useFacilityDraft(code, catalogue)
  const change = useCatalogueChange(() => {
    draft.discard()
    toast('success', m.staff_change_done())
  })
  const errors = useErrorsOf(change.errors, partOf(code))
  const { facility } = draft
  if (!facility) return <Gone code={code} />
  const here = facilityTabs.find((one) => one === tab) ?? 'basics'
  const Tab = { basics: BasicsTab, pictures: PicturesTab, courts: CourtsTab, prices: PricesTab, hours: HoursTab }[here]
  const proposal = { changes: { facilities: [facility] }, basedOn: draft.basedOn }
  return (
    <StaffPage
      title={say(facility.name) || code}
      back={{ to: '/staff/catalogue', label: m.staff_screen_facilities() }}
      lead={draft.isNew ? m.catalogue_new_lead() : code}
      actions={<RetireFacility draft={draft} facility={facility} />}
      tabs={<FacilityTabs code={code} here={here} errors={[...errors.keys()]} />}
    >
      <UnsavedGuard isDirty={draft.changed.length > 0} keepsDraft />
      {change.stage.at === 'conflict' ? (
        <Conflict code={code} draft={draft} facility={facility} plan={change.stage.plan} onDone={change.close} />
      ) : (
        <FieldErrorsProvider value={errors}>
          <ChangedNote change={change} proposal={proposal} revisions={catalogue.revisions} />
          <div className="stack gap-5">
            <Tab draft={draft} facility={facility} catalogue={catalogue} list={list} />
          </div>
          <SaveBar
            changed={draft.isNew ? m.catalogue_new_unsaved() : join(draft.changed.map(unitLabel))}
            busy={change.busy && change.stage.at === 'editing'}
            onSend={() => void change.review(proposal)}
            onDiscard={draft.discard}
          >
            <ErrorList code={code} facility={facility} errors={change.errors} />
            {change.stage.at === 'editing' && <FormProblem refused={change.refused} />}
          </SaveBar>
        </FieldErrorsProvider>
      )}
      <ReviewSheet change={change} />
    </StaffPage>
  )
}

function FacilityTabs({ code, here, errors }: { code: string; here: FacilityTab; errors: string[] }) {
  return (
    <TabLinks label={m.catalogue_tabs()}>
      {facilityTabs.map((tab) => (
        <TabLink key={tab} to="/staff/catalogue/facility" search={{ code, tab }} here={tab === here} resetScroll={false}>
          {tabTitles[tab]()}
          {errors.some((path) => tabOf(path) === tab) && <span className={style.wrong}>{m.catalogue_tab_wrong()}</span>}
        </TabLink>
      ))}
    </TabLinks>
  )
}

type ConflictProps = {
  code: string
  draft: FacilityDraft
  facility: FacilityFile
  plan: {
    conflicts: { part: string; changedBy: string | null; changedAt: string | null; now?: unknown }[]
    revisions: Record<string, string>
  }
  onDone(): void
}

function Conflict({ code, draft, facility, plan, onDone }: ConflictProps) {
  const conflict = plan.conflicts.find(({ part }) => part === partOf(code))
  const theirs = (conflict?.now ?? null) as FacilityFile | null
  const { contested, taken } = theirs ? compareFacilities(draft.base, facility, theirs) : { contested: [], taken: [] }
  return (
    <ConflictView
      changedBy={conflict?.changedBy ?? null}
      changedAt={conflict?.changedAt ?? null}
      fields={contested.map(({ key, mine, theirs: other }) => ({
        key,
        label: unitLabel(key),
        mine: unitText(key, mine),
        theirs: unitText(key, other),
      }))}
      taken={taken.map(unitLabel)}
      onResolve={(choices) => {
        const merged = theirs ? mergeFacilities(draft.base, facility, theirs, choices) : facility
        draft.rebase(merged, theirs, plan.revisions[partOf(code)] ?? null)
        onDone()
      }}
    />
  )
}

function Gone({ code }: { code: string }) {
  return (
    <StaffPage title={m.catalogue_gone({ code })} back={{ to: '/staff/catalogue', label: m.staff_screen_facilities() }}>
      <p>{m.catalogue_gone_text()}</p>
    </StaffPage>
  )
}

/** Retires a facility, or brings it back. Like every change it is reviewed before it counts. */
function RetireFacility({ draft, facility }: { draft: FacilityDraft; facility: FacilityFile }) {
  if (draft.isNew)
    return (
      <StaffButtonLink to="/staff/catalogue" onClick={draft.discard}>
        {m.catalogue_new_cancel()}
      </StaffButtonLink>
    )
  return facility.retired ? (
    <StaffButton icon="restore" onClick={() => draft.change({ retired: undefined })}>
      {m.catalogue_restore_facility()}
    </StaffButton>
  ) : (
    <StaffButton icon="archive" onClick={() => draft.change({ retired: true })}>
      {m.catalogue_retire_facility()}
    </StaffButton>
  )
}

import { m } from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import type { NewRoundAnswer, SeasonAnswer, StaffRound } from '#modules/preorders/season-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { ConflictView } from '#ui/staff/kit/conflict-view.tsx'
import { FieldErrorsProvider } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changedKeys,
  compareRounds,
  copyOf,
  draftOf,
  emptyDraft,
  fieldWords,
  mergeRounds,
  sayField,
  type Names,
  type RoundDraft,
} from './round-draft.ts'
import { RoundForm } from './round-form.tsx'
import { RoundPreview } from './round-preview.tsx'
import { newRoundQuery, seasonQuery } from './rounds-queries.ts'
import style from './rounds.module.css'
import { useSaveRound } from './use-save-round.ts'

/** The settings of a round. A colleague's change meanwhile is compared with what is typed here, and overwrites nothing unseen. */
export function SetupTab({ season: { round } }: { season: SeasonAnswer }) {
  const [typed, setTyped] = useState<{ base: StaffRound; draft: RoundDraft }>()
  const theirs = draftOf(round)
  const isDirty = typed !== undefined && changedKeys(draftOf(typed.base), typed.draft).length > 0
  const base = isDirty ? typed.base : round
  const draft = isDirty ? typed.draft : theirs
  const three = { base: draftOf(base), mine: draft, theirs }
  const { contested, taken } = compareRounds(three)
  const isOvertaken = contested.length + taken.length > 0
  const names = useNames(draft)
  if (!names) return null
  if (isDirty && isOvertaken)
    return (
      <ConflictView
        changedBy={round.changedBy}
        changedAt={round.changedAt}
        fields={contested.map((key) => ({
          key,
          label: fieldWords[key](),
          mine: sayField(key, draft, names),
          theirs: sayField(key, theirs, names),
        }))}
        taken={taken.map((key) => fieldWords[key]())}
        onResolve={(choices) => setTyped({ base: round, draft: mergeRounds(three, choices) })}
      />
    )
  return (
    <>
      {round.changedBy && round.changedAt && (
        <p className={style.quiet}>
          {m.rounds_changed_by({ name: round.changedBy, time: formatMoment(new Date(round.changedAt), getLocale()) })}
        </p>
      )}
      <Editing
        base={base}
        draft={draft}
        names={names}
        isDirty={isDirty}
        onChange={(next) => setTyped({ base, draft: next })}
        onSaved={() => setTyped(undefined)}
      />
    </>
  )
}

/** A new round, which begins with the centre's usual numbers, or as the copy of another one for the season after. */
export function NewRound({ copy }: { copy: string | undefined }) {
  const [typed, setTyped] = useState<RoundDraft>()
  const api = useApi()
  const { data: usual } = useQuery(newRoundQuery(api, { seasonFrom: '', seasonTo: '' }))
  const { data: model, isPending } = useQuery({ ...seasonQuery(api, copy ?? ''), enabled: copy !== undefined })
  const [now] = useState(() => new Date())
  const first = usual && (model ? copyOf(model.round, usual, now) : copy !== undefined && isPending ? undefined : emptyDraft(usual))
  const draft = typed ?? first
  const names = useNames(draft)
  if (!draft || !names) return null
  return (
    <>
      {model && <Callout title={m.rounds_copied_from({ name: say({ tw: model.round.nameTw, en: model.round.nameEn }, getLocale()) })} />}
      <Editing base={undefined} draft={draft} names={names} isDirty={typed !== undefined} onChange={setTyped} onSaved={() => {}} />
    </>
  )
}

type KnownNames = Names & { usual: NewRoundAnswer }

/** What the facilities and documents of a season are called, and the slots that they have. */
function useNames(draft: RoundDraft | undefined): KnownNames | undefined {
  const { data: usual } = useQuery(newRoundQuery(useApi(), { seasonFrom: draft?.seasonFrom ?? '', seasonTo: draft?.seasonTo ?? '' }))
  return (
    usual && {
      usual,
      documents: Object.fromEntries(usual.documents.map(({ kind, name }) => [kind, name])),
      facilities: new Map(usual.facilities.map(({ id, name }) => [id, name])),
    }
  )
}

type EditingProps = {
  base: StaffRound | undefined
  draft: RoundDraft
  names: KnownNames
  isDirty: boolean
  onChange(draft: RoundDraft): void
  onSaved(): void
}

function Editing({ base, draft, names, isDirty, onChange, onSaved }: EditingProps) {
  const saving = useSaveRound(base, draft, onSaved)
  const { preview, busy, refused, errors } = saving
  const before = base && draftOf(base)
  const changed = before ? changedKeys(before, draft) : []
  if (preview)
    return (
      <RoundPreview
        preview={preview}
        changes={changed.map((key) => ({
          key,
          label: fieldWords[key](),
          before: sayField(key, before!, names),
          after: sayField(key, draft, names),
        }))}
        saveLabel={base ? m.rounds_setup_save() : m.rounds_setup_make()}
        busy={busy}
        refused={refused}
        onFacility={(id) => void saving.look(id)}
        onSave={() => void saving.save()}
        onBack={saving.back}
      />
    )
  return (
    <FieldErrorsProvider value={errors}>
      <UnsavedGuard isDirty={isDirty && !saving.isSaved} />
      <RoundForm
        draft={draft}
        usual={names.usual}
        isModeFixed={base !== undefined && (base.frozenAt !== null || base.phase === 'open' || base.phase === 'ended')}
        onChange={onChange}
      />
      <FormProblem refused={refused} />
      <div className={style.decide}>
        <StaffButton
          look="primary"
          busy={busy}
          onClick={() => void saving.look(undefined)}
          data-sends
          {...(base && !isDirty ? { 'aria-disabled': true } : {})}
        >
          {m.rounds_setup_preview()}
        </StaffButton>
        <p role="status">{base && (isDirty ? m.rounds_setup_changed({ count: changed.length }) : m.rounds_setup_nothing())}</p>
      </div>
    </FieldErrorsProvider>
  )
}

import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import type { StaffCentreAnswer } from '#modules/centre/wire.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { changesOf, draftOf, type CentreDraft } from '#ui/centre/centre-draft.ts'
import { LookFields, NameFields, PlaceFields, ReachFields, ShortNameFields } from '#ui/centre/centre-fields.tsx'
import { previewText, staffCentreQuery } from '#ui/centre/centre-query.ts'
import { changedTexts, TextFields, type TextsDraft } from '#ui/centre/text-fields.tsx'
import { Button } from '#ui/kit/button.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { useCentreChange } from '#ui/staff/kit/use-centre-change.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import style from './setup.module.css'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { useState, type ReactNode } from 'react'

/** What is typed and not yet saved, and the version of the centre that it is based on; none before anything is typed. */
type Draft = { centre: Partial<CentreDraft>; texts: TextsDraft; version: number | undefined }

/** The centre's face: its names and how it is reached; place, look and texts are folded, because they have good defaults. */
export function CentreStep({ onSaved }: { onSaved(): Promise<void> }) {
  const api = useApi()
  const centre = useSuspenseQuery(staffCentreQuery(api)).data
  const draft = useDraft<Draft>(`setup-centre ${useViewer()?.id}`, { centre: {}, texts: {}, version: undefined })
  const { version = centre.version } = draft.values
  const { save, busy, refused, errors } = useCentreChange(version)
  const type = (typed: Partial<Draft>) => draft.change({ version, ...typed })
  const saved = draftOf(centre)
  const value: CentreDraft = { ...saved, ...draft.values.centre }
  const texts = changedTexts(draft.values.texts, centre.texts)
  const fields = { value, errors, onChange: (next: CentreDraft) => type({ centre: differing(saved, next) }) }

  async function submit(): Promise<void> {
    const changes = { ...changesOf(saved, value), ...(Object.keys(texts).length > 0 ? { texts } : {}) }
    const isNamed = saved.name.tw !== ''
    // A centre without a name is sent as it is: the answer says which fields are missing.
    const body = isNamed ? changes : { ...changes, name: value.name }
    if (Object.keys(body).length > 0 && !(await save(body))) {
      // Whoever has read that a colleague was faster may press again: what they typed is then kept over the newer version.
      draft.change({ version: undefined })
      return
    }
    draft.clear()
    await onSaved()
  }

  return (
    <form
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <NameFields {...fields} />
      <ReachFields {...fields} />
      <div className={style.folds}>
        <PlaceFold {...fields} />
        <LookFold {...fields} />
        <TextsFold
          centre={centre}
          draft={draft.values.texts}
          changed={texts}
          errors={errors}
          onChange={(change) => type({ texts: { ...draft.values.texts, ...change } })}
        />
      </div>
      <FormProblem refused={refused} />
      <div className={style.actions}>
        <Button type="submit" busy={busy} disabled={!useHydrated()}>
          {m.staff_setup_save()}
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = Parameters<typeof NameFields>[0]

function PlaceFold(fields: FieldsProps) {
  const { address, deskHours, position } = fields.value
  const told = [say(address, getLocale()), say(deskHours, getLocale()), position && m.staff_setup_on_map()].filter(Boolean)
  return (
    <Fold
      label={m.staff_setup_place()}
      value={told.length > 0 ? told.join(' · ') : m.staff_setup_later()}
      offer={told.length > 0 ? m.staff_setup_change() : m.staff_setup_fill_in()}
      errors={fields.errors}
      paths={['address', 'deskHours', 'parking', 'position']}
    >
      <PlaceFields {...fields} />
    </Fold>
  )
}

function LookFold(fields: FieldsProps) {
  const api = useApi()
  const { logo, colour, shortName } = fields.value
  const told = [say(shortName, getLocale()), logo && m.staff_setup_has_logo(), colour].filter(Boolean)
  return (
    <Fold
      label={m.staff_setup_look()}
      value={told.length > 0 ? told.join(' · ') : m.staff_setup_look_default()}
      offer={m.staff_setup_change()}
      errors={fields.errors}
      paths={['shortName', 'logoFileId', 'colour']}
    >
      <LookFields {...fields} upload={(file) => api.upload<UploadedFile>('/api/Upload', file, { field: 'upload' })} />
      <ShortNameFields {...fields} />
    </Fold>
  )
}

type TextsFoldProps = {
  centre: StaffCentreAnswer
  /** What is typed. */
  draft: TextsDraft
  /** What of it differs from what is saved. */
  changed: TextsDraft
  errors: ReadonlyMap<string, string>
  onChange(change: TextsDraft): void
}

function TextsFold({ centre, draft, changed, errors, onChange }: TextsFoldProps) {
  const api = useApi()
  return (
    <Fold
      label={m.staff_setup_texts()}
      value={sayTexts({ ...centre.texts, ...changed })}
      offer={m.staff_setup_change()}
      errors={errors}
      paths={['texts']}
    >
      <p className={style.about}>{m.staff_texts_lead({ placeholders: '{centre} {address} {phone} {email}' })}</p>
      <TextFields
        centre={centre}
        draft={draft}
        onChange={onChange}
        preview={(text, language) => previewText(api, text, language)}
        errors={errors}
        frame={(_, editor) => editor}
      />
    </Fold>
  )
}

const sayTexts = (texts: Required<TextsDraft>): string =>
  Object.values(texts).some(({ tw, en }) => tw !== null || en !== null) ? m.staff_setup_texts_own() : m.staff_setup_texts_default()

/** The fields that differ from what is saved. */
const differing = (saved: CentreDraft, next: CentreDraft): Partial<CentreDraft> =>
  Object.fromEntries(
    Object.entries(next).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(saved[key as keyof CentreDraft])),
  )

type Props = {
  label: string
  /** What is set, or what holds when nothing is. */
  value: string
  /** What opening it offers. */
  offer: string
  errors: ReadonlyMap<string, string>
  /** Beginnings of the paths of its fields: with an error in one of them it stands open. */
  paths: string[]
  children: ReactNode
}

/** Part of a step that can be left as it is. */
function Fold({ label, value, offer, errors, paths, children }: Props) {
  const [open, setOpen] = useState(false)
  const isWrong = [...errors.keys()].some((path) => paths.includes(path.split('.')[0]!))
  return (
    <Disclosure label={label} value={value} offer={offer} open={open || isWrong} onOpen={setOpen}>
      <div className={style.form}>{children}</div>
    </Disclosure>
  )
}

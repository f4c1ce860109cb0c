import { m } from '#i18n/generated/messages.js'
import { courtNamed } from '#lib/court-lines.ts'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useViewer } from '#ui/session/viewer.ts'
import type { CatalogueAnswer, CourtFile, FacilityFile, Words } from '#ui/staff/kit/catalogue-types.ts'
import { FieldErrorsProvider, FormGrid, NumberField, SelectInput, TextInput, WordsField } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { sportName } from '#ui/venues/sport-names.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { addCourt } from '#ui/staff/kit/edit-courts.ts'
import { keepNewFacility } from './facility-draft.ts'
import { firstTimetable } from './first-entries.ts'
import { knownSports } from './sport-choice.tsx'

const colours = ['#4a7a17', '#b4541f', '#2f6f4f', '#1f6f8f', '#7a4f9a', '#a33f4f']
type Started = { code: string; name: Words; sport: string; count: number | null }

/** Begins a facility: code, names, sport and number of courts. The rest is typed on its screen, and nothing is saved before the review. */
export function NewFacility({ catalogue }: { catalogue: CatalogueAnswer }) {
  const navigate = useNavigate()
  const viewer = useViewer()
  const [started, set] = useState<Started>({ code: '', name: { tw: '', en: '' }, sport: 'badminton', count: 2 })
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const close = () => void navigate({ to: '/staff/catalogue', search: {} })

  function begin(event: FormEvent): void {
    event.preventDefault()
    const found = errorsIn(started, catalogue)
    setErrors(found)
    if (found.size > 0 || !viewer) return
    const facility = newFacility(started, catalogue)
    keepNewFacility(viewer.id, facility)
    void navigate({ to: '/staff/catalogue/facility', search: { code: facility.code, tab: 'courts' } })
  }

  return (
    <Sheet open title={m.catalogue_new()} onClose={close}>
      <FieldErrorsProvider value={errors}>
        <form className="stack gap-4" noValidate onSubmit={begin}>
          <FirstFields started={started} onChange={set} />
          <SheetActions
            main={
              <StaffButton type="submit" look="primary">
                {m.catalogue_new_begin()}
              </StaffButton>
            }
          />
        </form>
      </FieldErrorsProvider>
    </Sheet>
  )
}

function FirstFields({ started, onChange }: { started: Started; onChange(started: Started): void }) {
  return (
    <FormGrid>
      <WordsField
        path="name"
        label={m.catalogue_name()}
        fallsBack
        maxLength={60}
        value={started.name}
        onChange={(name) => onChange({ ...started, name })}
      />
      <TextInput
        path="code"
        label={m.catalogue_code()}
        hint={m.catalogue_code_hint()}
        maxLength={12}
        spellCheck={false}
        value={started.code}
        onChange={(code) => onChange({ ...started, code: code.toUpperCase() })}
      />
      <SelectInput path="sport" label={m.catalogue_sport()} value={started.sport} onChange={(sport) => onChange({ ...started, sport })}>
        {knownSports.map((sport) => (
          <option key={sport} value={sport}>
            {sportName(sport)}
          </option>
        ))}
      </SelectInput>
      <NumberField
        path="count"
        label={m.catalogue_court_count()}
        min={1}
        max={40}
        value={started.count}
        onChange={(count) => onChange({ ...started, count })}
      />
    </FormGrid>
  )
}

function errorsIn({ code, name, count }: Started, { file }: CatalogueAnswer): Map<string, string> {
  const errors = new Map<string, string>()
  if (!name.tw.trim()) errors.set('name.tw', m.field_required())
  if (!/^[A-Z0-9][A-Z0-9-]{0,11}$/.test(code)) errors.set('code', m.catalogue_code_hint())
  if (file.facilities?.some((one) => one.code === code)) errors.set('code', m.catalogue_code_taken())
  if (count === null || count < 1 || count > 40) errors.set('count', m.catalogue_court_count_hint())
  return errors
}

function newFacility({ code, name, sport, count }: Started, { file }: CatalogueAnswer): FacilityFile {
  const facilities = file.facilities ?? []
  const taken = new Set(facilities.flatMap(({ courts }) => courts.map((court) => court.code)))
  let courts: CourtFile[] = []
  for (let n = 0; n < (count ?? 1); n++)
    courts = addCourt(courts, new Set([...taken, ...courts.map((court) => court.code)]), { code, name })
  return {
    code,
    sport,
    name,
    about: { tw: '', en: '' },
    place: { tw: '', en: '' },
    rules: { tw: [], en: [] },
    outdoor: false,
    drawing: courtNamed(sport),
    colour: colours[facilities.length % colours.length]!,
    courts,
    timetables: [firstTimetable()],
    priceLists: [],
  }
}

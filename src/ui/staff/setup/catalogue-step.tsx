import { m } from '#i18n/generated/messages.js'
import type { PlanAnswer, TemplateListAnswer } from '#modules/catalogue/wire.ts'
import type { SetupAnswer } from '#modules/staff/setup-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { Field } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { catalogueQuery, pickRevisions, templatesQuery } from '#ui/staff/kit/catalogue-query.ts'
import { today } from '#ui/staff/kit/today.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { beginWithFile, beginWithTemplate, type Begun } from './begun.ts'
import { FileErrors } from './file-errors.tsx'
import { PriceReview } from './price-review.tsx'
import { offeredHolidays } from './shape-begun.ts'
import style from './setup.module.css'
import { screenAt } from '#navigation/staff-screens.ts'
import { Input } from '#ui/kit/control.tsx'
import { NavLink } from '#ui/kit/nav-link.tsx'

type Props = { setup: SetupAnswer; onSaved(): Promise<void>; onSkip(): void }

/** Where the catalogue begins: with a template or a file, whose prices are looked over before they are saved, or with nothing. */
export function CatalogueStep({ setup, onSaved, onSkip }: Props) {
  const api = useApi()
  const { data: catalogue } = useSuspenseQuery(catalogueQuery(api))
  const draft = useDraft<{ begun: Begun | undefined }>(`setup-catalogue ${useViewer()?.id}`, { begun: undefined })
  const { begun } = draft.values
  const holidays = catalogue.file.holidays?.length ? [] : offeredHolidays(today())
  const begin = (next: Begun) => {
    const changes = { ...(holidays.length > 0 && { holidays }), ...next.changes }
    draft.change({ begun: { ...next, changes, basedOn: { ...pickRevisions(catalogue.revisions, ['holidays']), ...next.basedOn } } })
  }
  if (!begun) return <BeginForm setup={setup} onBegun={begin} onSkip={onSkip} />
  return (
    <PriceReview
      begun={begun}
      identities={catalogue.file.identities ?? []}
      holidays={holidays}
      onChange={(next) => draft.change({ begun: next })}
      onBack={() => draft.clear()}
      onSaved={async () => {
        draft.clear()
        await onSaved()
      }}
    />
  )
}

type BeginProps = { setup: SetupAnswer; onBegun(begun: Begun): void; onSkip(): void }

function BeginForm({ setup, onBegun, onSkip }: BeginProps) {
  const api = useApi()
  const { data: templates } = useSuspenseQuery(templatesQuery(api))
  const [begin, setBegin] = useState(setup.facilities > 0 ? 'nothing' : (templates.items[0]?.id ?? 'file'))
  const [errors, setErrors] = useState<PlanAnswer['errors']>([])
  const { ready, busy, refused, errorAt, form } = useSubmit(async (data) => {
    setErrors([])
    const template = templates.items.find(({ id }) => id === begin)
    const file = data.get('file')
    if (template) return onBegun(await beginWithTemplate(api, template.id))
    if (!(file instanceof File)) return onSkip()
    const read = await beginWithFile(api, file)
    if ('begun' in read) onBegun(read.begun)
    else setErrors(read.errors)
  })

  return (
    <form className={style.form} {...form}>
      {setup.facilities > 0 && (
        <Callout tone="success" action={<ScreenLink to="/staff/catalogue">{m.staff_setup_catalogue_edit()}</ScreenLink>}>
          {m.staff_setup_catalogue_has({ facilities: setup.facilities, courts: setup.courts })}
        </Callout>
      )}
      <BeginChoices templates={templates.items} hasFacilities={setup.facilities > 0} begin={begin} onBegin={setBegin} />
      {begin === 'file' && (
        <Field label={m.staff_setup_file()} error={errorAt('file')}>
          {(described) => (
            <Input
              type="file"
              name="file"
              required
              accept=".json,.xlsx,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              {...described}
            />
          )}
        </Field>
      )}
      {errors.length > 0 && <FileErrors title={m.staff_setup_file_errors({ count: errors.length })} errors={errors} />}
      <FormProblem refused={refused} />
      <div className={style.actions}>
        <Button type="submit" busy={busy} disabled={!ready}>
          {begin === 'nothing' ? m.staff_setup_next() : m.staff_setup_catalogue_submit()}
        </Button>
        <ScreenLink to="/staff/catalogue">{m.staff_setup_catalogue_by_hand()}</ScreenLink>
      </div>
    </form>
  )
}

type Choices = {
  templates: TemplateListAnswer['items']
  hasFacilities: boolean
  begin: string
  onBegin(begin: string): void
}

function BeginChoices({ templates, hasFacilities, begin, onBegin }: Choices) {
  return (
    <fieldset className={style.choices}>
      <legend className="sr-only">{m.staff_setup_catalogue_begin()}</legend>
      {templates.map(({ id, name, about }) => (
        <RadioCard key={id} name="begin" value={id} checked={begin === id} onChange={() => onBegin(id)}>
          <span className={style.choice}>
            <b>{name}</b>
            <span>{about}</span>
          </span>
        </RadioCard>
      ))}
      <RadioCard name="begin" value="file" checked={begin === 'file'} onChange={() => onBegin('file')}>
        <span className={style.choice}>
          <b>{m.staff_setup_from_file()}</b>
          <span>{m.staff_setup_from_file_about()}</span>
        </span>
      </RadioCard>
      <RadioCard name="begin" value="nothing" checked={begin === 'nothing'} onChange={() => onBegin('nothing')}>
        <span className={style.choice}>
          <b>{hasFacilities ? m.staff_setup_from_here() : m.staff_setup_from_nothing()}</b>
          <span>{hasFacilities ? m.staff_setup_from_here_about() : m.staff_setup_from_nothing_about()}</span>
        </span>
      </RadioCard>
    </fieldset>
  )
}

/** A link to a screen of the console where there is more to set. */
function ScreenLink({ to, children }: { to: string; children: ReactNode }) {
  return screenAt(to, ['admin']) ? <NavLink to={to}>{children}</NavLink> : null
}

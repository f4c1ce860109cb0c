import type { ApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { CatalogueChanges, CatalogueFile, ImportAnswer, PlanAnswer, TemplateListAnswer } from '#modules/catalogue/wire.ts'
import type { SetupAnswer } from '#modules/staff/setup-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { templatesQuery } from '#ui/staff/kit/catalogue-query.ts'
import { ScreenLink } from './screen-link.tsx'
import style from './setup.module.css'

type Begun = { from: string; changes: CatalogueChanges; basedOn?: Record<string, string> }

/** Where the catalogue begins: with a template, with a file, or with nothing. Nothing is changed by a file that has errors. */
export function CatalogueStep({ setup, onSaved, onSkip }: { setup: SetupAnswer; onSaved(): Promise<void>; onSkip(): void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: templates } = useSuspenseQuery(templatesQuery(api))
  const [begin, setBegin] = useState(setup.facilities > 0 ? 'nothing' : (templates.items[0]?.id ?? 'file'))
  const [errors, setErrors] = useState<PlanAnswer['errors']>([])
  const { ready, busy, refused, form } = useSubmit(async (data) => {
    setErrors([])
    if (begin === 'nothing') return onSkip()
    const begun = begin === 'file' ? await fromFile(api, data.get('file'), setErrors) : await fromTemplate(api, begin)
    if (begun === undefined) return
    await api.post('/api/Staff/Catalogue/Change', { changes: begun.changes, basedOn: begun.basedOn ?? {}, reason: begun.from })
    await onSaved()
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
        <label>
          {m.staff_setup_file()}
          <input
            type="file"
            name="file"
            required
            accept=".json,.xlsx,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          />
        </label>
      )}
      {errors.length > 0 && <FileErrors errors={errors} />}
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

async function fromTemplate(api: ApiClient, id: string): Promise<Begun> {
  const { $schema: _, format: __, version: ___, ...changes } = await api.get<CatalogueFile>(`/api/Staff/Catalogue/Template/${id}`)
  return { from: id, changes }
}

async function fromFile(
  api: ApiClient,
  file: FormDataEntryValue | null,
  onErrors: (errors: PlanAnswer['errors']) => void,
): Promise<Begun | undefined> {
  if (!(file instanceof File) || file.size === 0) return undefined
  const answer = await api.upload<ImportAnswer>('/api/Staff/Catalogue/Import', file, { field: 'file' })
  onErrors(answer.errors)
  if (answer.errors.length > 0) return undefined
  // The step before has named the centre.
  const { centre: _, ...changes } = answer.parsed as CatalogueChanges
  return { from: file.name, changes, basedOn: answer.revisions }
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

/** What is wrong with a file, line by line. */
function FileErrors({ errors }: { errors: PlanAnswer['errors'] }) {
  return (
    <Callout tone="error" role="alert" title={m.staff_setup_file_errors({ count: errors.length })}>
      <ul className={style.errors}>
        {errors.slice(0, 50).map(({ sheet, line, part, path, message }) => (
          <li key={`${sheet ?? part}:${line ?? path}:${message}`}>
            {line === undefined ? `${part} ${path}` : `${sheet ?? ''} ${m.staff_setup_file_line({ line })}`.trim()}: {message}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

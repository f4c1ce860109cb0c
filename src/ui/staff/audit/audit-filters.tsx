import { m } from '#i18n/generated/messages.js'
import type { AuditChoicesAnswer } from '#modules/audit/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type FormEvent } from 'react'
import { auditChoicesQuery } from './audit-queries.ts'
import { withoutCursor, type AuditSearch } from './audit-search.ts'
import style from './audit.module.css'

/** Filters. A select field filters at once. Text and date fields filter on submit, because a half-typed year (0002) is a valid date. */
export function AuditFilters({ filter }: { filter: AuditSearch }) {
  const navigate = useNavigate()
  const { data } = useQuery(auditChoicesQuery(useApi()))
  const form = useRef<HTMLFormElement>(null)
  const { words = '', person = '', action = '', from = '', to = '' } = filter
  // A filter that comes from a link is written into the fields; they are not rendered anew, so that the focus stays.
  useEffect(() => {
    for (const [name, value] of Object.entries({ words, person, action, from, to })) {
      const control = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null | undefined
      if (control) control.value = value
    }
  }, [words, person, action, from, to])
  const apply = (sent: HTMLFormElement) => {
    const typed = Object.fromEntries(new FormData(sent)) as AuditSearch
    const { kind, subject } = filter
    void navigate({ to: '/staff/settings/audit', search: withoutCursor({ kind, subject, ...typed }) })
  }
  return (
    <form
      ref={form}
      className={style.filters}
      role="search"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <TextField
        required={false}
        type="search"
        name="words"
        label={m.audit_filter_words()}
        defaultValue={filter.words ?? ''}
        maxLength={100}
      />
      <Choices data={data} filter={filter} />
      <TextField required={false} type="date" name="from" label={m.audit_filter_from()} defaultValue={filter.from ?? ''} />
      <TextField required={false} type="date" name="to" label={m.audit_filter_to()} defaultValue={filter.to ?? ''} />
      <div className="cluster">
        <StaffButton type="submit" look="primary" icon="search">
          {m.audit_filter_search()}
        </StaffButton>
        {Object.keys(filter).length > 0 && (
          <StaffButtonLink to="/staff/settings/audit" search={{}} look="quiet">
            {m.audit_filter_clear()}
          </StaffButtonLink>
        )}
      </div>
      {filter.kind && filter.subject && (
        <p className={style.about}>{m.audit_filter_about({ kind: filter.kind, subject: filter.subject })}</p>
      )}
    </form>
  )
}

function Choices({ data, filter }: { data: AuditChoicesAnswer | undefined; filter: AuditSearch }) {
  return (
    <>
      <SelectField required={false} name="person" label={m.audit_filter_person()} defaultValue={filter.person ?? ''}>
        <option value="">{m.audit_filter_everybody()}</option>
        {data?.people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField required={false} name="action" label={m.audit_filter_action()} defaultValue={filter.action ?? ''}>
        <option value="">{m.audit_filter_every_action()}</option>
        {data?.actions.map(({ action, name }) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}

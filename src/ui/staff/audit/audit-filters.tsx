import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { auditChoicesQuery } from './audit-queries.ts'
import { auditFilter, withoutCursor, type AuditSearch } from './audit-search.ts'
import style from './audit-filters.module.css'

/** Choices and days apply at once, words when the form is sent. */
export function AuditFilters({ filter }: { filter: AuditSearch }) {
  const navigate = useNavigate()
  const { data } = useQuery(auditChoicesQuery(useApi()))
  const apply = (form: HTMLFormElement) => {
    const typed = Object.fromEntries(new FormData(form)) as AuditSearch
    const { kind, subject } = filter
    void navigate({ to: '/staff/settings/audit', search: withoutCursor({ kind, subject, ...typed }) })
  }
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <form
      // A filter that comes from a link replaces what the fields show.
      key={JSON.stringify(auditFilter({ ...filter, after: undefined }))}
      className={style.filters}
      role="search"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      onChange={(event) => {
        if (!(event.target instanceof HTMLInputElement && event.target.name === 'words')) apply(event.currentTarget)
      }}
    >
      <TextField
        required={false}
        type="search"
        name="words"
        label={m.audit_filter_words()}
        defaultValue={filter.words ?? ''}
        maxLength={100}
      />
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
      <TextField required={false} type="date" name="from" label={m.audit_filter_from()} defaultValue={filter.from ?? ''} />
      <TextField required={false} type="date" name="to" label={m.audit_filter_to()} defaultValue={filter.to ?? ''} />
      <div className={style.actions}>
        <StaffButton type="submit" look="primary" icon="search">
          {m.audit_filter_search()}
        </StaffButton>
        {isNarrowed && (
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

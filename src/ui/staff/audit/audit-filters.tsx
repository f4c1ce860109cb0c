import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { auditChoicesQuery } from './audit-queries.ts'
import { withoutCursor, type AuditSearch } from './audit-search.ts'

export function AuditFilters({ filter }: { filter: AuditSearch }) {
  const navigate = useNavigate()
  const { data } = useQuery(auditChoicesQuery(useApi()))
  const { kind, subject } = filter
  return (
    <FilterForm<AuditSearch>
      label={m.staff_screen_audit()}
      search={filter}
      words={{ name: 'words', label: m.audit_filter_words(), maxLength: 100 }}
      choices={[
        {
          name: 'person',
          label: m.audit_filter_person(),
          every: m.audit_filter_everybody(),
          options: data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? [],
        },
        {
          name: 'action',
          label: m.audit_filter_action(),
          every: m.audit_filter_every_action(),
          options: data?.actions.map(({ action, name }) => ({ value: action, label: name })) ?? [],
        },
      ]}
      days={[
        ['from', m.audit_filter_from()],
        ['to', m.audit_filter_to()],
      ]}
      clear={Object.keys(filter).length > 0 ? '/staff/settings/audit' : undefined}
      onApply={(typed) => void navigate({ to: '/staff/settings/audit', search: withoutCursor({ kind, subject, ...typed }) })}
    >
      {kind && subject && <p>{m.audit_filter_about({ kind, subject })}</p>}
    </FilterForm>
  )
}

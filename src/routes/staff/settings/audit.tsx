import { m } from '#i18n/generated/messages.js'
import { auditChoicesQuery, auditQuery } from '#ui/staff/audit/audit-queries.ts'
import { AuditScreen } from '#ui/staff/audit/audit-screen.tsx'
import { auditFilter, type AuditSearch } from '#ui/staff/audit/audit-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../-page-head.ts'

export const Route = createFileRoute('/staff/settings/audit')({
  validateSearch: (search: AuditSearch) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api }, deps }) => {
    await Promise.all([
      queryClient.ensureQueryData(auditQuery(api, auditFilter(deps))),
      queryClient.ensureQueryData(auditChoicesQuery(api)),
    ])
    return { title: m.staff_screen_audit() }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: () => <AuditScreen search={Route.useSearch()} />,
})

import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { SetupStep } from '#modules/staff/setup-rules.ts'
import { AccountStep, DeadKey } from '#ui/staff/setup/account-step.tsx'
import { loadStep, setupQuery } from '#ui/staff/setup/setup-queries.ts'
import { SetupWizard } from '#ui/staff/setup/setup-wizard.tsx'
import { setupSearch } from '#ui/staff/setup/setup-search.ts'
import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

type Search = { key?: string | undefined; step?: SetupStep | undefined }

/** The setup wizard: for whoever has the setup link, and then for admins. For everybody else the path does not exist. */
export const Route = createFileRoute('/setup')({
  staticData: { layout: 'staff' },
  validateSearch: (search: Search) => search,
  // Imported when needed: hardly anybody opens it, and the list of routes is loaded by every page.
  beforeLoad: async ({ context, search }) => (await import('./-guard-setup.ts')).guardSetup(context, search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api, isAdmin }, deps }) => {
    const { key = '', step } = setupSearch(deps)
    const title = m.staff_setup_title()
    if (isAdmin) {
      const setup = await queryClient.fetchQuery(setupQuery(api))
      await loadStep(queryClient, api, step ?? setup.next)
      return { title, view: 'wizard' as const }
    }
    try {
      await api.post('/api/Setup/Read', { key })
      return { title, view: 'account' as const, key }
    } catch (error) {
      if (error instanceof ApiProblem && error.code.startsWith('invitation_')) return { title, view: 'dead' as const, code: error.code }
      throw error
    }
  },
  head: ({ loaderData }) => pageHead(loaderData),
  component: SetupPage,
})

function SetupPage() {
  const data = Route.useLoaderData()
  const { step } = setupSearch(Route.useSearch())
  if (data.view === 'wizard') return <SetupWizard step={step} />
  return data.view === 'account' ? <AccountStep linkKey={data.key} /> : <DeadKey code={data.code} />
}

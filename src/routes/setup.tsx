import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { isSetupStep, type SetupStep } from '#modules/staff/setup-rules.ts'
import { isStaff, viewerKey, type Viewer } from '#ui/session/viewer.ts'
import { AccountStep, DeadKey } from '#ui/staff/setup/account-step.tsx'
import { loadStep, setupQuery } from '#ui/staff/setup/setup-queries.ts'
import { SetupWizard } from '#ui/staff/setup/setup-wizard.tsx'
import { createFileRoute, notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { pageHead } from './-page-head.ts'

type Search = { key?: string | undefined; step?: SetupStep | undefined }

/** The setup wizard: for whoever has the setup link, and then for admins. For everybody else the path does not exist. */
export const Route = createFileRoute('/setup')({
  staticData: { layout: 'staff' },
  validateSearch: ({ key, step }: Record<string, unknown>): Search => ({
    ...(typeof key === 'string' && { key }),
    ...(isSetupStep(step) && { step }),
  }),
  beforeLoad: ({ context: { queryClient }, search: { key } }) => {
    const viewer = queryClient.getQueryData<Viewer>(viewerKey) ?? null
    const isAdmin = isStaff(viewer) && viewer?.role === 'admin'
    if (isAdmin && !viewer.isProvenTwice) throw redirect({ to: '/login/second', search: { redirect: '/setup' } })
    if (!isAdmin && key === undefined) throw notFound({ routeId: rootRouteId })
    return { isAdmin }
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, api, isAdmin }, deps: { key = '', step } }) => {
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
  const { step } = Route.useSearch()
  if (data.view === 'wizard') return <SetupWizard step={step} />
  return data.view === 'account' ? <AccountStep linkKey={data.key} /> : <DeadKey code={data.code} />
}

import { createApiClient } from '#client/api-client.ts'
import type { SetupStep } from '#modules/staff/setup-rules.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { settingsQuery } from '#ui/session/viewer.ts'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { setupQuery } from './setup-queries.ts'
import { SetupWizard } from './setup-wizard.tsx'

type Known = { hasRules?: boolean; payAtDesk?: boolean; canPay?: boolean; siteAccess?: 'open' | 'wired' }

/** The wizard as the server renders it, at a step. */
async function wizard(step: SetupStep, { hasRules = false, payAtDesk = false, canPay = false, siteAccess = 'open' }: Known) {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  const done = { account: true, centre: true, catalogue: true, rules: hasRules, connections: false, doors: false }
  const setup = { done, next: 'rules', facilities: 1, courts: 1, missing: [], isOpen: false, siteAccess }
  const rules = { ...defaultSettings, booking: { ...defaultSettings.booking, payAtDesk } }
  const known = new Map<readonly unknown[], unknown>([
    [setupQuery(api).queryKey, setup],
    [settingsQuery(api).queryKey, { canPay }],
    [catalogueQuery(api).queryKey, { file: { rules }, revisions: {} }],
  ])
  for (const [key, answer] of known) queryClient.setQueryData(key, answer)
  const page = () => <SetupWizard step={step} />
  const root = createRootRouteWithContext<RouterContext>()({ component: page, notFoundComponent: page })
  const router = createRouter({
    routeTree: root,
    context: { queryClient, api } as RouterContext,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

it('proposes paying at the desk where nothing can be paid online, and shows what is stored once rules were saved', async () => {
  const isTicked = async (known: Known) => /<input[^>]*type="checkbox"[^>]*\schecked=""/.test(await wizard('rules', known))
  expect(await isTicked({}), 'nothing saved, no provider').toBe(true)
  expect(await isTicked({ canPay: true }), 'nothing saved, a provider').toBe(false)
  expect(await isTicked({ hasRules: true }), 'unticked and saved').toBe(false)
  expect(await isTicked({ hasRules: true, payAtDesk: true }), 'ticked and saved').toBe(true)
})

it('preselects how visitors come in as the set-up answers it', async () => {
  const chosen = async (siteAccess: 'open' | 'wired') =>
    (await wizard('doors', { siteAccess })).match(/<input[^>]*name="siteAccess"[^>]*>/g)!.find((input) => input.includes('checked=""'))
  expect(await chosen('wired')).toContain('value="wired"')
  expect(await chosen('open')).toContain('value="open"')
})

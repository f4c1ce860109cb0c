import { createApiClient } from '#client/api-client.ts'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import type { RouterContext } from '#ui/session/router-context.ts'
import { facilitiesQuery } from '#ui/venues/venue-queries.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WishDetails } from './wish-fields.tsx'
import { WishForm } from './wish-form.tsx'
import type { WishValues } from './wish-values.ts'
import { sayOffer } from './wish-words.ts'

const hall = {
  id: 1,
  name: '羽球館',
  sports: ['badminton'],
  opens: '08:00',
  closes: '22:00',
  slotMinutes: 60,
  sessions: [],
  courts: 8,
  priceFrom: 250,
}
const room = {
  ...hall,
  id: 2,
  name: '會議室',
  sports: ['meeting'],
  sessions: [
    { start: '09:00', end: '12:00' },
    { start: '13:00', end: '15:00' },
  ],
  courts: 1,
}
const found = { items: [hall, room], today: '2026-11-18', openUntil: '2026-12-02', mostMinutes: 120 } as unknown as FacilityListAnswer

async function form(initial: Partial<WishValues>): Promise<string> {
  const queryClient = new QueryClient()
  const api = createApiClient({ token: () => undefined })
  queryClient.setQueryData(facilitiesQuery(api).queryKey, found)
  const root = createRootRouteWithContext<RouterContext>()({ component: () => <WishForm initial={initial} onDone={() => {}} /> })
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

it('says what was asked and joins with one press; everything else is folded, and the button is below it', async () => {
  const html = await form({ place: '1', days: ['2026-11-20'], from: '19:00', to: '20:00', minutes: '60' })
  const [asked, button, more, field] = ['19:00–20:00', 'type="submit"', '<details', 'data-hour="19:00"'].map((words) => html.indexOf(words))
  expect(asked).toBeGreaterThan(-1)
  expect(more).toBeGreaterThan(asked!)
  expect(field).toBeGreaterThan(more!)
  expect(button).toBeGreaterThan(field!)
  expect(html).toMatch(/<details(?![^>]*open)[^>]*>/)
})

it('asks where, when nothing was asked before', async () => {
  const html = await form({ days: ['2026-11-20'] })
  const [place, day, hour, more] = ['name="place"', 'name="days"', 'data-hour="19:00"', '<details'].map((words) => html.indexOf(words))
  expect(place).toBeGreaterThan(-1)
  expect([place, day, hour, more]).toEqual([place, day, hour, more].toSorted((a, b) => a! - b!))
  expect(html, 'nothing is a native select').not.toContain('<select')
})

it('says the range that was chosen by hours, as it changes', async () => {
  const html = await form({ days: ['2026-11-20'] })
  expect(html.replaceAll('<!-- -->', '')).toMatch(/<output[^>]*>19:00–21:00<\/output>/)
})

it('has the sessions of a facility instead of hours, one of them chosen', async () => {
  const html = await form({ place: '2', from: '12:00', to: '18:00' })
  expect(html).not.toContain('data-hour')
  const chips = [...html.matchAll(/<input([^>]*)\/>(\d\d:\d\d–\d\d:\d\d)/g)].map(([, input, words]) => [words, input!.includes('checked')])
  expect(chips).toEqual([
    ['09:00–12:00', false],
    ['13:00–15:00', true],
  ])
})

it('describes a wrong choice of the last moment by what is wrong with it', () => {
  const values = { place: 'badminton', court: '', days: [], from: '19:00', to: '21:00', minutes: '60', courts: '1', notice: '180' }
  const html = renderToString(<WishDetails found={found} values={values} onChange={() => {}} errorAt={(path) => `wrong: ${path}`} />)
  expect(html).toMatch(/<fieldset[^>]* role="radiogroup"[^>]* aria-describedby="wish-notice-error"/)
  expect(html).toContain('id="wish-notice-error"')
})

it('promises minutes only where they are: without payments online it is held until the desk’s deadline', () => {
  const said = [true, false].flatMap((canPay) => [true, false].map((canText) => sayOffer({ canPay, canText })))
  expect(said.map((text) => [text.includes('30 分鐘'), text.includes('繳費期限'), text.includes('簡訊')])).toEqual([
    [true, false, true],
    [true, false, false],
    [false, true, true],
    [false, true, false],
  ])
})

import { modules } from '#wiring/modules.ts'
import { staffIconNamed } from '#ui/staff/kit/staff-icon.tsx'
import { createApiClient } from '#client/api-client.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { findPeople } from './search-providers.ts'

afterEach(() => void vi.unstubAllGlobals())

it('the end of an order number finds the order, and then its person', async () => {
  const found = { id: 'p', name: '王小明', account: '', email: '', mobile: '0912345678', isGuest: true, orderNo: 'F261118ABC5988' }
  vi.stubGlobal('fetch', async () => Response.json({ items: [found] }))
  const api = createApiClient({ token: () => undefined })
  const hits = await findPeople('5988', { api, roles: ['desk'], signal: new AbortController().signal })
  expect(hits.map(({ to }) => to)).toEqual(['/staff/orders?order=F261118ABC5988', '/staff/people?person=p'])
})

it('every kind of thing that modules find has an icon of the console', () => {
  const icons = modules.flatMap(({ searches }) => searches({} as never)).map(({ icon }) => icon)
  expect(icons.length).toBeGreaterThan(4)
  expect(icons.map(staffIconNamed)).toEqual(icons)
})

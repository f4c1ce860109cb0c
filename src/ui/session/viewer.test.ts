import { expect, it, vi } from 'vitest'
import type { ApiClient } from '#client/api-client.ts'
import { ApiProblem } from '#client/api-problem.ts'
import { loadViewer } from './viewer.ts'

it.each([
  [401, 'refused'],
  [403, 'refused'],
  [408, 'outage'],
  [429, 'outage'],
  [503, 'outage'],
  [0, 'outage'],
])('an answer of %i to who somebody is counts as %s: only a refusal ends the session', async (status, heard) => {
  const api = { get: () => Promise.reject(new ApiProblem(status, {})) } as unknown as ApiClient
  const [onRefused, onOutage] = [vi.fn<() => void>(), vi.fn<() => void>()]
  expect(await loadViewer(api, true, { onRefused, onOutage })).toBeNull()
  expect([onRefused.mock.calls.length, onOutage.mock.calls.length]).toEqual(heard === 'refused' ? [1, 0] : [0, 1])
})

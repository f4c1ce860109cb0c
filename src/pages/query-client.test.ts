import { expect, it } from 'vitest'
import { PageQueryClient } from './query-client.ts'

it('what is read while the cache is emptied is read again, for the new viewer', async () => {
  const client = new PageQueryClient({ defaultOptions: { queries: { retry: false } } })
  let viewer = 'one'
  const open = Promise.withResolvers<void>()
  const queryFn = async () => {
    const asked = viewer
    await open.promise
    return asked
  }
  const reading = client.ensureQueryData({ queryKey: ['mine'], queryFn })
  viewer = 'other'
  client.clear()
  open.resolve()
  expect(await reading).toBe('other')
  expect(client.getQueryData(['mine'])).toBe('other')
})

it('a failure stays one', async () => {
  const client = new PageQueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(client.ensureQueryData({ queryKey: ['mine'], queryFn: () => Promise.reject(new Error('refused')) })).rejects.toThrow(
    'refused',
  )
})

import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPersistedStore, forgetDrafts, restorePersistedStores } from './persisted-store.ts'

function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: () => null,
    length: 0,
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  // All stores of the module registry are restored, the cart's too, which writes a cookie.
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:' })
})
afterAll(() => vi.unstubAllGlobals())

describe('D5 the kept store', () => {
  it('D5 keeps every change', () => {
    const store = createPersistedStore('colours', 'preferences', { court: 'green' })
    store.setState({ court: 'blue' })
    expect(localStorage.getItem('fieldhouse_colours')).toContain('blue')
  })

  it('D5 begins with what the server rendered and is restored afterwards', async () => {
    localStorage.setItem('fieldhouse_filters', JSON.stringify({ state: { sport: 'tennis' }, version: 0 }))
    const store = createPersistedStore('filters', 'preferences', { sport: 'any' })
    expect(store.getState().sport).toBe('any')
    restorePersistedStores()
    await vi.waitFor(() => expect(store.getState().sport).toBe('tennis'))
  })

  it('D5 keeps drafts for the tab only', () => {
    const draft = createPersistedStore('draft', 'drafts', { name: '' })
    draft.setState({ name: '林小青' })
    expect(sessionStorage.getItem('fieldhouse_draft')).toContain('林小青')
    expect(localStorage.getItem('fieldhouse_draft')).toBeNull()
  })

  it('D1 forgets drafts when somebody logs out, also those of pages that were not opened, and keeps preferences', () => {
    const kept = new Map([
      ['fieldhouse_of_another_page', '{"state":{"name":"林小青"}}'],
      ['of_somebody_else', 'stays'],
    ])
    const storage = Object.defineProperties(Object.fromEntries(kept), {
      getItem: { value: (key: string) => storage[key] ?? null },
      setItem: { value: (key: string, value: string) => void (storage[key] = value) },
      removeItem: { value: (key: string) => void delete storage[key] },
    }) as Record<string, string>
    vi.stubGlobal('sessionStorage', storage)
    const draft = createPersistedStore('letter', 'drafts', { name: '' })
    const preference = createPersistedStore('shade', 'preferences', { scheme: 'light' })
    draft.setState({ name: '林小青' })
    preference.setState({ scheme: 'dark' })
    forgetDrafts()
    expect(draft.getState()).toEqual({ name: '' })
    expect(preference.getState()).toEqual({ scheme: 'dark' })
    expect(Object.keys(storage)).toEqual(['of_somebody_else'])
  })

  it('D5 restores a store that is made after the start, such as that of a later page', async () => {
    sessionStorage.setItem('fieldhouse_late', JSON.stringify({ state: { name: 'kept' }, version: 0 }))
    const store = createPersistedStore('late', 'drafts', { name: '' })
    await vi.waitFor(() => expect(store.getState().name).toBe('kept'))
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createKept, restoreKept } from './store.ts'

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
})

describe('D5 the kept store', () => {
  it('D5 keeps every change', () => {
    const store = createKept('colours', 'preferences', { court: 'green' })
    store.setState({ court: 'blue' })
    expect(localStorage.getItem('fieldhouse_colours')).toContain('blue')
  })

  it('D5 begins with what the server rendered and is restored afterwards', async () => {
    localStorage.setItem('fieldhouse_filters', JSON.stringify({ state: { sport: 'tennis' }, version: 0 }))
    const store = createKept('filters', 'preferences', { sport: 'any' })
    expect(store.getState().sport).toBe('any')
    restoreKept()
    await vi.waitFor(() => expect(store.getState().sport).toBe('tennis'))
  })

  it('D5 keeps drafts for the tab only', () => {
    const draft = createKept('draft', 'drafts', { name: '' })
    draft.setState({ name: '林小青' })
    expect(sessionStorage.getItem('fieldhouse_draft')).toContain('林小青')
    expect(localStorage.getItem('fieldhouse_draft')).toBeNull()
  })

  it('D5 restores a store that is made after the start, such as that of a later page', async () => {
    sessionStorage.setItem('fieldhouse_late', JSON.stringify({ state: { name: 'kept' }, version: 0 }))
    const store = createKept('late', 'drafts', { name: '' })
    await vi.waitFor(() => expect(store.getState().name).toBe('kept'))
  })
})

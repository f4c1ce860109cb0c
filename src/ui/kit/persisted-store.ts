import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'

/** Preferences are kept in localStorage; drafts in sessionStorage, for as long as the tab, and never hold a secret. */
type Keeping = 'preferences' | 'drafts'

const storages: Record<Keeping, () => Storage> = { preferences: () => localStorage, drafts: () => sessionStorage }
const restores: (() => unknown)[] = []
const forgets: (() => void)[] = []
/** Of the stores in localStorage, by key. */
const resets = new Map<string, () => void>()
let restored = false
const useRestoring = create<{ restored: boolean }>(() => ({ restored: false }))

/**
 * Persisted store: written on every change, restored after the first render and not before, because hydration must render what
 * the server has rendered without it.
 */
export function createPersistedStore<T extends object>(name: string, keeping: Keeping, initial: T): UseBoundStore<StoreApi<T>> {
  const key = `fieldhouse_${name}`
  const store = create<T>(() => initial)
  let restoring = false
  const restore = (base: Partial<T> = {}) => {
    restoring = true
    store.setState({ ...base, ...readPersisted<T>(storages[keeping], key) })
    restoring = false
  }
  store.subscribe((state) => {
    if (!restoring) keep(storages[keeping], key, state)
  })
  restores.push(() => restore())
  if (keeping === 'drafts') forgets.push(() => store.setState(initial, true))
  if (keeping === 'preferences') {
    resets.set(key, () => store.setState(initial, true))
    followOtherTabs(key, () => restore(initial))
  }
  if (restored) queueMicrotask(() => restore())
  return store
}

/** Reads a stored state; anything malformed counts as empty. */
function readPersisted<T>(storage: () => Storage, key: string): Partial<T> {
  try {
    const kept = JSON.parse(storage().getItem(key) ?? '{}') as { state?: Partial<T> } | null
    return typeof kept?.state === 'object' ? (kept.state ?? {}) : {}
  } catch {
    return {}
  }
}

function keep(storage: () => Storage, key: string, state: object): void {
  try {
    storage().setItem(key, JSON.stringify({ state }))
  } catch {
    // Storage is full or forbidden: the state lasts as long as the page.
  }
}

/** Restores the state when another tab has changed it. */
function followOtherTabs(key: string, restore: () => unknown): void {
  if (typeof window === 'undefined') return
  addEventListener('storage', (event) => {
    if (event.key === key) restore()
  })
}

/** At logout: removes the drafts of all pages, also of those that this document has not loaded, so that the next person does not see them. */
export function forgetDrafts(): void {
  for (const forget of forgets) forget()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('fieldhouse_')) sessionStorage.removeItem(key)
}

/** Empties these stores of localStorage, also those that this document has not loaded, with a cookie of the same name; other tabs follow. */
export function forgetStores(keys: readonly string[]): void {
  for (const key of keys) {
    const reset = resets.get(key)
    if (reset) reset()
    else localStorage.removeItem(key)
    document.cookie = `${key}=; Path=/; Max-Age=0; SameSite=Lax`
  }
}

export function restorePersistedStores(): void {
  restored = true
  for (const restore of restores) void restore()
  useRestoring.setState({ restored: true })
}

/** Whether the stores are restored: before that, an empty store may only be not restored yet. */
export const useIsRestored = (): boolean => useRestoring((state) => state.restored)

/** Called once, in the shell. */
export function useRestorePersistedStores(): void {
  useEffect(restorePersistedStores, [])
}

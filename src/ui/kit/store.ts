import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'

/** Preferences outlive the visit; drafts live as long as the tab, and never hold a secret. */
type Keeping = 'preferences' | 'drafts'

const storages: Record<Keeping, () => Storage> = { preferences: () => localStorage, drafts: () => sessionStorage }
const restores: (() => unknown)[] = []
const forgets: (() => void)[] = []
let restored = false
const useRestoring = create<{ restored: boolean }>(() => ({ restored: false }))

/**
 * D5: kept on every change and restored at start. Restored only after the first render,
 * because the server rendered without it and both must say the same.
 */
export function createKept<T extends object>(name: string, keeping: Keeping, initial: T): UseBoundStore<StoreApi<T>> {
  const key = `fieldhouse_${name}`
  const store = create<T>(() => initial)
  let restoring = false
  const restore = () => {
    restoring = true
    store.setState(readKept<T>(storages[keeping], key))
    restoring = false
  }
  store.subscribe((state) => {
    if (!restoring) keep(storages[keeping], key, state)
  })
  restores.push(restore)
  if (keeping === 'drafts') forgets.push(() => store.setState(initial, true))
  if (keeping === 'preferences') followOtherTabs(key, restore)
  if (restored) queueMicrotask(restore)
  return store
}

/** Whatever stands there: somebody may have written it by hand. */
function readKept<T>(storage: () => Storage, key: string): Partial<T> {
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
    // Full, or forbidden: it lasts as long as the page.
  }
}

/** What one tab keeps, the others see. */
function followOtherTabs(key: string, restore: () => unknown): void {
  if (typeof window === 'undefined') return
  addEventListener('storage', (event) => {
    if (event.key === key) void restore()
  })
}

/** At logging out: what was being filled in, here or on a page that this document has not loaded, is not for the next person. */
export function forgetDrafts(): void {
  for (const forget of forgets) forget()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('fieldhouse_')) sessionStorage.removeItem(key)
}

export function restoreKept(): void {
  restored = true
  for (const restore of restores) void restore()
  useRestoring.setState({ restored: true })
}

/** Whether what is empty is really empty, or only not restored yet. */
export const useRestored = (): boolean => useRestoring((state) => state.restored)

/** Stands once in the shell. */
export function useRestoreKept(): void {
  useEffect(restoreKept, [])
}

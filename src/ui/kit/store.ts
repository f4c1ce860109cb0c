import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** Preferences outlive the visit; drafts live as long as the tab, and never hold a secret. */
type Keeping = 'preferences' | 'drafts'

const storages: Record<Keeping, () => Storage> = { preferences: () => localStorage, drafts: () => sessionStorage }
const restores: (() => unknown)[] = []
let restored = false
const useRestoring = create<{ restored: boolean }>(() => ({ restored: false }))

/**
 * D5: kept on every change and restored at start. Restored only after the first render,
 * because the server rendered without it and both must say the same.
 */
export function createKept<T extends object>(name: string, keeping: Keeping, initial: T): UseBoundStore<StoreApi<T>> {
  const store = create<T>()(
    persist(() => initial, { name: `fieldhouse_${name}`, storage: createJSONStorage(storages[keeping]), skipHydration: true }),
  )
  const restore = () => store.persist.rehydrate()
  restores.push(restore)
  if (keeping === 'preferences') followOtherTabs(`fieldhouse_${name}`, restore)
  if (restored) queueMicrotask(restore)
  return store
}

/** What one tab keeps, the others see. */
function followOtherTabs(key: string, restore: () => unknown): void {
  if (typeof window === 'undefined') return
  addEventListener('storage', (event) => {
    if (event.key === key) void restore()
  })
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

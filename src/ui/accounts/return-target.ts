import { createPersistedStore, useIsRestored } from '#ui/kit/persisted-store.ts'
import { useEffect } from 'react'

/**
 * Path that a visitor wanted to open before they had to log in or register. Stored in the browser besides `redirect` in the
 * address, because the link of a mail opens another tab; the login itself follows the address only. Callers have to check that it is a path of this site.
 */
const useTarget = createPersistedStore('target', 'preferences', { path: '', keptAt: 0 })
const keptFor = 24 * 3_600_000

const pathOf = ({ path, keptAt }: { path: string; keptAt: number }, now: number): string | undefined =>
  typeof path === 'string' && path !== '' && now - keptAt < keptFor ? path : undefined

/** Of the page that begins a login or a registration: without a path, that of an earlier visit is removed. */
export function keepReturnTarget(path: string | undefined): void {
  useTarget.setState(path ? { path, keptAt: Date.now() } : { path: '', keptAt: 0 })
}

/** Returns the stored path and removes it. */
export function takeReturnTarget(): string | undefined {
  const { path, keptAt } = useTarget.getState()
  if (path !== '') useTarget.setState({ path: '', keptAt: 0 })
  return pathOf({ path, keptAt }, Date.now())
}

/** Pages that lead to the stored path after the login; on any other page a member has arrived. */
const leadsOn = /^(\/(en|tw))?\/(login|register|emailValidation)(\/|$)/i

/**
 * Removes the stored path once a member has arrived anywhere: a login by a plain form goes where the address says, and does not
 * run the code that takes the path.
 */
export function useDropReturnTarget(isMember: boolean, path: string): void {
  const isRestored = useIsRestored()
  useEffect(() => {
    if (isMember && isRestored && !leadsOn.test(path)) takeReturnTarget()
  }, [isMember, isRestored, path])
}

export const useReturnTarget = (): string | undefined => useTarget((target) => pathOf(target, Date.now()))

import { createPersistedStore } from '#ui/kit/persisted-store.ts'

/**
 * Path that a visitor wanted to open before they had to log in or register. Stored in the browser besides `redirect` in the
 * address, because the link of a confirmation mail opens another tab. Callers have to check that it is a path of this site.
 */
const useTarget = createPersistedStore('target', 'preferences', { path: '', keptAt: 0 })
const keptFor = 24 * 3_600_000

const pathOf = ({ path, keptAt }: { path: string; keptAt: number }, now: number): string | undefined =>
  typeof path === 'string' && path !== '' && now - keptAt < keptFor ? path : undefined

export function keepReturnTarget(path: string | undefined): void {
  if (path) useTarget.setState({ path, keptAt: Date.now() })
}

/** Returns the stored path and removes it. */
export function takeReturnTarget(): string | undefined {
  const path = pathOf(useTarget.getState(), Date.now())
  if (path) useTarget.setState({ path: '', keptAt: 0 })
  return path
}

export const useReturnTarget = (): string | undefined => useTarget((target) => pathOf(target, Date.now()))

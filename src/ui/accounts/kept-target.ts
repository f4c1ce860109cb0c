import { createKept } from '#ui/kit/store.ts'

/**
 * Where a visitor wanted to go before they had to log in or register. Kept in the browser beside the address's `redirect`,
 * because the link in a confirmation mail opens another tab. Whoever uses it checks that it is a path of this site.
 */
const useTarget = createKept('target', 'preferences', { path: '', keptAt: 0 })
const keptFor = 24 * 3_600_000

const pathOf = ({ path, keptAt }: { path: string; keptAt: number }, now: number): string | undefined =>
  typeof path === 'string' && path !== '' && now - keptAt < keptFor ? path : undefined

export function keepTarget(path: string | undefined): void {
  if (path) useTarget.setState({ path, keptAt: Date.now() })
}

/** The kept target, and forgets it. */
export function takeTarget(): string | undefined {
  const path = pathOf(useTarget.getState(), Date.now())
  if (path) useTarget.setState({ path: '', keptAt: 0 })
  return path
}

export const useKeptTarget = (): string | undefined => useTarget((target) => pathOf(target, Date.now()))

import type { Tokens } from './tokens.ts'

export type Signing = { tokens: Tokens; publicUrl: string }

/** A signed link to a page, for mails and texts: the navigation guard lets it pass. `path` may have a query. */
export function landingLink({ tokens, publicUrl }: Signing, path: string): string {
  const { pathname, search } = new URL(path, 'http://fieldhouse.invalid')
  return `${publicUrl}${pathname}${search ? `${search}&` : '?'}signed=${tokens.signPath(pathname)}`
}

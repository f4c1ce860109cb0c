import { splitPrefix } from '#i18n/locale.ts'
import type { Clock } from '#lib/clock.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'

/** C4: mail links pass the guard when we have signed them. An expired one passes too: its page says so, and offers a new one. */
export function signedLanding(tokens: Tokens, clock: Clock): (url: URL) => Promise<boolean> {
  return async ({ pathname, searchParams }) => {
    const token = searchParams.get('token')
    if (!token || !/^\/emailvalidation\/*$/i.test(splitPrefix(pathname).path)) return false
    return (await tokens.readLink(token, clock.now())) !== undefined
  }
}

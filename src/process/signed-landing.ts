import { splitPrefix } from '#i18n/locale.ts'
import type { Clock } from '#lib/clock.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { opensDirectly } from '#modules/feedback/rules.ts'

/**
 * C4: mail links and returns from the payment gateway pass the guard when we have signed them. An expired link passes
 * too: its page says so, and offers a new one.
 */
export function signedLanding(tokens: Tokens, clock: Clock): (url: URL) => Promise<boolean> {
  return async ({ pathname, searchParams }) => {
    const path = splitPrefix(pathname).path.toLowerCase().replace(/\/+$/, '')
    const [token, ref] = [searchParams.get('token'), searchParams.get('ref')]
    if (path === '/emailvalidation' && token) return (await tokens.readLink(token, clock.now())) !== undefined
    const preview = searchParams.get('preview')
    if ((path === '/news/detail' || path === '/documents/detail') && preview) {
      const link = await tokens.readLink(preview, clock.now())
      return link === 'expired' || link?.purpose === 'preview-article'
    }
    const reference = ref === null ? undefined : tokens.readReference(ref)
    return reference !== undefined && (path === '/redirecttoresult' || opensDirectly(path, reference))
  }
}

import { splitPrefix } from '#i18n/locale.ts'
import type { Clock } from '#lib/clock.ts'
import { ownValue } from '#lib/own-value.ts'
import { undoIn } from '#modules/logins/rules.ts'
import type { LinkPurpose, Tokens } from '#modules/logins/tokens.ts'
import { opensDirectly } from '#modules/feedback/rules.ts'

const previews: Record<string, LinkPurpose> = {
  '/news/detail': 'preview-article',
  '/documents/detail': 'preview-article',
  '/highlights': 'preview-highlight',
}

/** The page to which the payment provider returns, and the one that it leads on to with the same reference. */
const results = new Set(['/redirecttoresult', '/member/order/payment-complete'])

/**
 * Whether an address is a signed landing: links in mails and returns from the payment provider pass the navigation guard
 * when this service has signed them. An expired link passes too: its page says so, and offers a new one.
 */
export function signedLanding(tokens: Tokens, clock: Clock): (url: URL) => Promise<boolean> {
  return async ({ pathname, searchParams }) => {
    const path = splitPrefix(pathname).path.toLowerCase().replace(/\/+$/, '')
    const [token, ref, signed] = [searchParams.get('token'), searchParams.get('ref'), searchParams.get('signed')]
    if (signed && tokens.isSignedPath(path, signed)) return true
    if (path === '/emailvalidation' && token) return (await tokens.readLink(token, clock.now())) !== undefined
    const preview = searchParams.get('preview')
    const previewed = ownValue(previews, path)
    if (previewed && preview) {
      const link = await tokens.readLink(preview, clock.now())
      return link === 'expired' || link?.purpose === previewed
    }
    if (path === '/pay' && ref) return tokens.readPayLink(ref) !== undefined
    const reference = ref === null ? undefined : tokens.readReference(ref)
    if (reference === undefined) return false
    return results.has(path) || (path === '/undochange' && undoIn(reference) !== undefined) || opensDirectly(path, reference)
  }
}

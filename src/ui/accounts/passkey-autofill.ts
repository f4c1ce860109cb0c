import type { ApiClient } from '#client/api-client.ts'
import type { PasskeyAnswer, PasskeyOptionsAnswer } from '#modules/logins/second-factor-wire.ts'
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'

/** The challenge of an offer is good for five minutes. */
const goodForMilliseconds = 4 * 60_000

type Offering = { api: ApiClient; onChosen(answer: PasskeyAnswer): void; signal: AbortSignal }

/**
 * Has the browser offer passkeys among what it fills into the login name (conditional mediation), until `signal` aborts. An offer
 * that has grown old, or that another tab may have replaced meanwhile, is made again when a field gets the focus.
 */
export function offerPasskeys({ api, onChosen, signal }: Offering): void {
  let offeredAt = 0
  const offer = async () => {
    if (Date.now() - offeredAt < goodForMilliseconds) return
    offeredAt = Date.now()
    const answer = await askBrowser(api, signal)
    if (answer && !signal.aborted) onChosen(answer)
  }
  document.addEventListener('visibilitychange', () => document.hidden && (offeredAt = 0), { signal })
  document.addEventListener('focusin', ({ target }) => target instanceof HTMLInputElement && void offer(), { signal })
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  void offer()
}

/** Undefined when the browser cannot, when nothing was chosen, or when another request took the place of this one. */
async function askBrowser(api: ApiClient, signal: AbortSignal): Promise<PasskeyAnswer | undefined> {
  try {
    if (!(await browserSupportsWebAuthnAutofill()) || signal.aborted) return undefined
    const options = await api.post<PasskeyOptionsAnswer>('/api/AccountMember/Login/PasskeyOptions', undefined, { silent: true })
    if (signal.aborted) return undefined
    const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } catch {
    // Nobody has asked for it: the form and the button beside it work without.
    return undefined
  }
}

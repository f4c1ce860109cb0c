import type { OpenProvider } from '#modules/payments/provider.ts'
import type { Providers } from '#modules/payments/providers.ts'

const anyAmount = { least: 1, most: 1_000_000, refunds: true }

/** A payment provider that says what the test wants; nothing else is set. Rows without a name are its. */
export function providerByHand(different: Partial<OpenProvider> = {}): OpenProvider {
  return {
    name: 'ecpay',
    ways: { card: anyAmount, atm: anyAmount, cvs: anyAmount },
    tells: 'by-notice',
    merchantId: 'M',
    start: async () => ({ ok: true, value: { method: 'post', action: '', fields: {} } }),
    readNotice: () => ({ notice: undefined, tradeNo: '', fields: {} }),
    ask: async () => ({ ok: false, refusal: { code: 'no_answer', reason: 'a test' } }),
    record: async () => ({ ok: true, value: { kind: 'unknown' } }),
    refundableFrom: (_, at) => at,
    refund: async () => ({ kind: 'refunded' }),
    ...different,
  }
}

/** These providers are set; the first takes new payments. */
export const providersOf = (...set: OpenProvider[]): Providers => ({
  serving: new Map(set[0] ? (['card', 'atm', 'cvs'] as const).map((way) => [way, set[0]!]) : []),
  set,
  of: (name) => set.find((provider) => provider.name === name),
  known: () => undefined,
})

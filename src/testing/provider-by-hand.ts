import type { OpenProvider } from '#modules/payments/provider.ts'
import type { Providers } from '#modules/payments/providers.ts'

/** A payment provider that says what the test wants; nothing else is set. Rows without a name are its. */
export function providerByHand(different: Partial<OpenProvider> = {}): OpenProvider {
  return {
    name: 'ecpay',
    methods: ['card', 'atm', 'cvs', 'other'],
    merchantId: 'M',
    start: async () => ({ ok: true, value: { method: 'post', action: '', fields: {} } }),
    readNotice: () => ({ notice: undefined, tradeNo: '', fields: {} }),
    ask: async () => ({ ok: false, refusal: { code: 'no_answer', reason: 'a test' } }),
    refundableFrom: (_, at) => at,
    refund: async () => ({ kind: 'refunded' }),
    ...different,
  }
}

/** These providers are set; the first takes new payments. */
export const providersOf = (...set: OpenProvider[]): Providers => ({
  current: set[0],
  set,
  of: (name) => set.find((provider) => provider.name === name),
  known: () => undefined,
})

/** Which of two providers took the money of a trade. */
export const takerOf = (tradeNo: string): string => (/[02468ace]$/.test(tradeNo) ? 'ecpay' : 'other')

/** Two providers are set, and each gives back only what it took. */
export const twoProviders = (refund: OpenProvider['refund']): Providers =>
  providersOf(
    ...['ecpay', 'other'].map((name) =>
      providerByHand({
        name,
        refund(wanted) {
          const taker = takerOf(wanted.tradeNo)
          if (taker !== name) throw new Error(`${name} was asked to give back what ${taker} took`)
          return refund(wanted)
        },
      }),
    ),
  )

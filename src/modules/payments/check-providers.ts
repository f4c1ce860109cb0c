import type { Config, PaymentSettings } from '#config.ts'
import { found, type Finding } from '#http/findings.ts'
import type { Provider } from './provider.ts'
import { providers, sendOverNetwork } from './providers.ts'

/** What the doctor finds of the providers that are set. */
export async function checkProviders(
  { payments }: Pick<Config, 'payments'>,
  now: Date,
  list: readonly Provider[] = providers,
): Promise<Finding[]> {
  const check = async (provider: Provider, settings: PaymentSettings): Promise<Finding[]> =>
    settings.demo ? [found('payment', 'payment_demo')] : provider.check(settings, sendOverNetwork, now)
  const set = list.flatMap((provider) => {
    const settings = payments[provider.name]
    return settings ? [check(provider, settings)] : []
  })
  return set.length > 0 ? (await Promise.all(set)).flat() : [found('payment', 'payment_not_set')]
}

import type { Config, PaymentSettingsReader } from '#config.ts'
import { requestOnce } from '#modules/notifications/post-form.ts'
import type { ShownSetting } from '#modules/settings/connection-rules.ts'
import type { OpenProvider, Provider, Send } from './provider.ts'
import { ecpay } from './providers/ecpay/provider.ts'
import { linepay } from './providers/linepay/provider.ts'
import { newebpay } from './providers/newebpay/provider.ts'
import { payWays, type PayWay } from './way-rules.ts'
import { found, type Finding } from '#http/findings.ts'

/** Payment providers: a line each. Where the centre says nothing else, the first that is set takes new payments. */
export const providers: readonly Provider[] = [ecpay, linepay, newebpay]

/** The provider whose notices and returns come to the addresses without a name: they are older than the second provider. */
const unnamed = ecpay.name

/** Path of a call, such as /api/Payment/Notice, for a provider. */
export const pathFor = (path: string, { name }: Pick<Provider, 'name'>): string => (name === unnamed ? path : `${path}/${name}`)

/** The payment providers of a process. */
export type Providers = {
  /** Who takes new payments, by the way of paying; empty: nothing can be paid online. */
  serving: ReadonlyMap<PayWay, OpenProvider>
  set: readonly OpenProvider[]
  /** Undefined: it is not set. */
  of(name: string): OpenProvider | undefined
  /** What is known without settings; `unnamed` of addresses without a name. Undefined: there is no such provider. */
  known(name?: string): Provider | undefined
}

type Payments = Pick<Config, 'payments'> & { payWays?: Config['payWays'] }

/** Opens the providers of the settings. `sendToDemo` reaches the demo's own inside this process. */
export function openProviders({ payments, payWays: chosen }: Payments, sendToDemo: Send, list: readonly Provider[] = providers): Providers {
  const set = list.flatMap((provider): OpenProvider[] => {
    const settings = payments[provider.name]
    const { name, ways, tells, unknownAsks } = provider
    if (!settings) return []
    const calls = provider.open(settings, settings.demo ? sendToDemo : sendOverNetwork)
    return [{ name, ways, tells, ...(unknownAsks ? { unknownAsks } : {}), ...calls }]
  })
  return {
    serving: new Map(
      payWays.flatMap((way) => {
        // The demo plays several, so that each way that one of them takes can be tried.
        const mayServe = ({ name }: OpenProvider) => (chosen ? chosen[way] === name : set[0]!.name === name || payments[name]!.demo)
        const provider = set.find((one) => one.ways[way] !== undefined && mayServe(one))
        return provider ? [[way, provider] as const] : []
      }),
    ),
    set,
    of: (name) => set.find((provider) => provider.name === name),
    known: (name = unnamed) => list.find((provider) => provider.name === name),
  }
}

export const sendOverNetwork: Send = async ({ url, ...request }) => {
  const sent = await requestOnce(url, { timeoutMs: 10_000, ...request })
  return sent.ok ? sent.value : { failed: sent.refusal.reason, isSent: sent.refusal.code === 'unsure' }
}

/** For `loadConfig`. */
export const settingsOf = (list: readonly Provider[] = providers): PaymentSettingsReader[] =>
  list.map(({ name, settings, ways }) => ({ name, ways: Object.keys(ways), ...settings }))

/** The variables of each provider, for whoever has to set one: `A, B` or, of several, `A, B; C, D`. */
export const variablesOfProviders = (list: readonly Provider[] = providers): string =>
  list.map(({ settings }) => Object.keys(settings.variables).join(', ')).join('; ')

/** Settings of the providers that are set, and where none is, the names of those that the first one has. */
export function shownSettings({ payments }: Pick<Config, 'payments'>, list: readonly Provider[] = providers): ShownSetting[] {
  const set = list.filter(({ name }) => payments[name] !== undefined)
  return (set.length > 0 ? set : list.slice(0, 1)).flatMap((provider) => provider.shown(payments[provider.name]))
}

/** What the doctor finds of the providers that are set. */
export async function checkProviders(
  { payments }: Pick<Config, 'payments'>,
  now: Date,
  list: readonly Provider[] = providers,
): Promise<Finding[]> {
  // The demo plays several, and says so once.
  const isPlayed = list.some(({ name }) => payments[name]?.demo)
  const set = list.flatMap((provider) => {
    const settings = payments[provider.name]
    return settings && !settings.demo ? [provider.check(settings, sendOverNetwork, now)] : []
  })
  if (isPlayed) set.push(Promise.resolve([found('payment', 'payment_demo')]))
  return set.length > 0 ? (await Promise.all(set)).flat() : [found('payment', 'payment_not_set', { settings: variablesOfProviders(list) })]
}

import type { z } from 'zod'

/** What the settings of every payment provider have. `demo`: it is the demo's own, inside this process. */
export type PaymentSettings = { url: string; demo: boolean }

/** What the settings of every issuer of invoices have. `demo`: it is the demo's own, inside this process. */
export type InvoiceSettings = { demo: boolean }

/** How the settings of a payment provider, or of a way to log in, are read. */
export type SettingsReader<S> = {
  /** In `payments` or `logins`, in the database and in addresses. */
  name: string
  /** Environment variables. Where one is given, all that have no default are needed. */
  variables: Readonly<Record<string, z.ZodType<string>>>
  /** Names that a variable had before, by its name. They go on meaning the same. */
  older?: Readonly<Record<string, string>>
  read(values: Readonly<Record<string, string>>): S
}

export type PaymentSettingsReader<S extends PaymentSettings = PaymentSettings> = SettingsReader<S> & {
  /** For the demo, where no provider is set; undefined: the demo cannot play this provider. */
  demo: ((publicUrl: string) => S) | undefined
  /** Ways of paying that it takes. */
  ways: readonly string[]
}

export type InvoiceSettingsReader<S extends InvoiceSettings = InvoiceSettings> = SettingsReader<S> & {
  /** For the demo, where it is not set up; undefined: the demo cannot play this issuer. */
  demo: ((publicUrl: string) => S) | undefined
}

/** A setting that cannot be used; its message is one sentence for the person who starts the process. */
export class ConfigError extends Error {}

/** Chooses one of the issuers, whose settings have the same names. */
const issuerSetting = 'INVOICE_ISSUER'

export function paymentsConfig(
  env: Record<string, string | undefined>,
  providers: readonly PaymentSettingsReader[],
  demoUrl: string | undefined,
): Readonly<Record<string, PaymentSettings>> {
  const set = settingsOf(env, providers)
  if (set.length > 0 || demoUrl === undefined) return Object.fromEntries(set)
  return Object.fromEntries(providers.flatMap(({ name, demo }) => (demo ? [[name, demo(demoUrl)] as const] : [])))
}

/** In the demo, an issuer without settings of its own is played by the demo's; the first one where nothing is said. */
export function invoicesConfig(
  env: Record<string, string | undefined>,
  issuers: readonly InvoiceSettingsReader[],
  demoUrl: string | undefined,
): { issuer: string; settings: InvoiceSettings } | undefined {
  const said = env[issuerSetting]
  const variable = issuers.flatMap(({ variables }) => Object.keys(variables)).find((name) => env[name] !== undefined)
  if (said === undefined && variable !== undefined) throw new ConfigError(`The setting ${issuerSetting} is missing: ${variable} needs it.`)
  if (said === 'none') return { issuer: said, settings: { demo: false } }
  if (said === undefined && demoUrl === undefined) return undefined
  const reader = issuers.find(({ name, demo }) => (said === undefined ? demo !== undefined : name === said))
  if (!reader && said === undefined) return undefined
  if (!reader)
    throw new ConfigError(
      `The setting ${issuerSetting} cannot be used: must be one of ${[...issuers.map(({ name }) => name), 'none'].join(', ')}.`,
    )
  const isPlayed =
    demoUrl !== undefined && reader.demo !== undefined && !Object.keys(reader.variables).some((name) => env[name] !== undefined)
  return { issuer: reader.name, settings: isPlayed ? reader.demo!(demoUrl) : readVariables(env, reader, issuerSetting) }
}

/** Of those that are set, by name. */
export function settingsOf<S>(env: Record<string, string | undefined>, readers: readonly SettingsReader<S>[]): (readonly [string, S])[] {
  return readers.flatMap((reader) => {
    const settings = settingsFrom(env, reader)
    return settings === undefined ? [] : [[reader.name, settings] as const]
  })
}

function settingsFrom<S>(env: Record<string, string | undefined>, reader: SettingsReader<S>): S | undefined {
  const { variables, read, older = {} } = reader
  const given = Object.keys(variables).find((name) => env[name] !== undefined)
  const before = Object.values(older).find((name) => env[name] !== undefined)
  if (given !== undefined && before !== undefined)
    throw new ConfigError(`The settings ${given} and ${before} are of the same provider: use the names that begin as ${given} does.`)
  if (before !== undefined) return readVariables(env, { variables, read }, before, older)
  return given === undefined ? undefined : readVariables(env, { variables, read }, given)
}

/** Which provider takes new payments by which way; undefined: the first that is set takes all that it can. */
export function payWaysConfig(
  text: string | undefined,
  payments: Readonly<Record<string, PaymentSettings>>,
  providers: readonly PaymentSettingsReader[],
): Readonly<Record<string, string>> | undefined {
  if (text === undefined) return undefined
  const chosen: Record<string, string> = {}
  for (const part of text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const [way = '', name = ''] = part.split('=').map((one) => one.trim())
    const provider = providers.find((one) => one.name === name)
    const wrong = !/^[a-z]+=[a-z0-9-]+$/.test(part.replaceAll(' ', ''))
      ? `“${part}” is not written like card=provider`
      : !providers.some(({ ways }) => ways.includes(way))
        ? `there is no way of paying “${way}”; there are ${[...new Set(providers.flatMap(({ ways }) => ways))].join(', ')}`
        : chosen[way] !== undefined
          ? `“${way}” is given twice`
          : !provider || !payments[name]
            ? `the provider “${name}” is not set`
            : !provider.ways.includes(way)
              ? `the provider “${name}” does not take “${way}”`
              : undefined
    if (wrong !== undefined) throw new ConfigError(`The setting PAYMENT_WAYS cannot be used: ${wrong}.`)
    chosen[way] = name
  }
  return chosen
}

/** `because`: the setting that needs them. */
function readVariables<S>(
  env: Record<string, string | undefined>,
  { variables, read }: Pick<SettingsReader<S>, 'variables' | 'read'>,
  because: string,
  older: Readonly<Record<string, string>> = {},
): S {
  const values = Object.keys(variables).map((name) => {
    const said = older[name] ?? name
    const parsed = variables[name]!.safeParse(env[said])
    if (parsed.success) return [name, parsed.data] as const
    if (env[said] === undefined) throw new ConfigError(`The setting ${said} is missing: ${because} needs it.`)
    throw new ConfigError(`The setting ${said} cannot be used: ${parsed.error.issues[0]!.message}.`)
  })
  return read(Object.fromEntries(values))
}

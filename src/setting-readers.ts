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
  read(values: Readonly<Record<string, string>>): S
}

export type PaymentSettingsReader<S extends PaymentSettings = PaymentSettings> = SettingsReader<S> & {
  /** For the demo, where no provider is set; undefined: the demo cannot play this provider. */
  demo: ((publicUrl: string) => S) | undefined
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
  const played = set.length === 0 && demoUrl !== undefined ? providers.find(({ demo }) => demo !== undefined) : undefined
  return played ? { [played.name]: played.demo!(demoUrl!) } : Object.fromEntries(set)
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

function settingsFrom<S>(env: Record<string, string | undefined>, { variables, read }: SettingsReader<S>): S | undefined {
  const given = Object.keys(variables).find((name) => env[name] !== undefined)
  return given === undefined ? undefined : readVariables(env, { variables, read }, given)
}

/** `because`: the setting that needs them. */
function readVariables<S>(
  env: Record<string, string | undefined>,
  { variables, read }: Pick<SettingsReader<S>, 'variables' | 'read'>,
  because: string,
): S {
  const values = Object.keys(variables).map((name) => {
    const parsed = variables[name]!.safeParse(env[name])
    if (parsed.success) return [name, parsed.data] as const
    if (env[name] === undefined) throw new ConfigError(`The setting ${name} is missing: ${because} needs it.`)
    throw new ConfigError(`The setting ${name} cannot be used: ${parsed.error.issues[0]!.message}.`)
  })
  return read(Object.fromEntries(values))
}

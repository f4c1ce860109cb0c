import { loadConfig, ownSettingNames, type Config } from '#config.ts'
import { staffRole } from '#http/wire.ts'
import { settingsOfIssuers } from '#modules/invoices/issuers.ts'
import { settingsOfWays } from '#modules/logins/ways.ts'
import { settingsOf } from '#modules/payments/providers.ts'

const ofProviders = settingsOf()
const ofIssuers = settingsOfIssuers()

/** What the names of each payment provider's settings begin with. */
export const familiesOfProviders: readonly string[] = [
  ...new Set(ofProviders.flatMap(({ variables }) => Object.keys(variables).map((name) => name.slice(0, name.indexOf('_') + 1)))),
]

/** The configuration with the settings of all payment providers, ways to log in and issuers of invoices. */
export const readConfig = (env: Record<string, string | undefined>): Config =>
  loadConfig(env, ofProviders, settingsOfWays(env), ofIssuers, staffRole.options)

/** Somebody who vouches for people, whom the centre has named, has settings by that name. */
export const settingNames = (env: Record<string, string | undefined> = {}): readonly string[] => [
  ...ownSettingNames,
  'INVOICE_ISSUER',
  ...[...ofProviders, ...settingsOfWays(env), ...ofIssuers].flatMap(({ variables, older = {} }) => [
    ...Object.keys(variables),
    ...Object.values(older),
  ]),
]

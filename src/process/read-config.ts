import { loadConfig, ownSettingNames, type Config } from '#config.ts'
import { settingsOfIssuers } from '#modules/invoices/issuers.ts'
import { settingsOfWays } from '#modules/logins/ways.ts'
import { settingsOf } from '#modules/payments/providers.ts'

const ofProviders = settingsOf()
const ofIssuers = settingsOfIssuers()

/** The configuration with the settings of all payment providers, ways to log in and issuers of invoices. */
export const readConfig = (env: Record<string, string | undefined>): Config => loadConfig(env, ofProviders, settingsOfWays(env), ofIssuers)

/** Somebody who vouches for people, whom the centre has named, has settings by that name. */
export const settingNames = (env: Record<string, string | undefined> = {}): readonly string[] => [
  ...ownSettingNames,
  'INVOICE_ISSUER',
  ...[...ofProviders, ...settingsOfWays(env), ...ofIssuers].flatMap(({ variables, older = {} }) => [
    ...Object.keys(variables),
    ...Object.values(older),
  ]),
]

import { loadConfig, ownSettingNames, type Config } from '#config.ts'
import { settingsOfWays } from '#modules/logins/ways.ts'
import { settingsOf } from '#modules/payments/providers.ts'

const ofProviders = settingsOf()
const ofWays = settingsOfWays()

/** The configuration with the settings of all payment providers and ways to log in. */
export const readConfig = (env: Record<string, string | undefined>): Config => loadConfig(env, ofProviders, ofWays)

export const settingNames: readonly string[] = [
  ...ownSettingNames,
  ...[...ofProviders, ...ofWays].flatMap(({ variables }) => Object.keys(variables)),
]

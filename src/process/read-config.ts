import { loadConfig, ownSettingNames, type Config } from '#config.ts'
import { settingsOf } from '#modules/payments/providers.ts'

const ofProviders = settingsOf()

/** The configuration with the settings of all payment providers. */
export const readConfig = (env: Record<string, string | undefined>): Config => loadConfig(env, ofProviders)

export const settingNames: readonly string[] = [...ownSettingNames, ...ofProviders.flatMap(({ variables }) => Object.keys(variables))]

import * as m from '#i18n/generated/messages.js'
import type { Check } from '#modules/module.ts'
import { checkProviders, shownSettings } from './providers.ts'

export const paymentCheck: Check = {
  subject: 'payment',
  find: (config, now) => checkProviders(config, now),
  connection: (config) => {
    const set = Object.values(config.payments)
    return {
      title: m.connection_payment,
      use: m.connection_payment_use,
      isSet: set.some(({ demo }) => !demo),
      isDemo: set.some(({ demo }) => demo),
      settings: shownSettings(config),
      send: undefined,
    }
  },
}

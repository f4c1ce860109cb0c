import * as m from '#i18n/generated/messages.js'
import type { Check } from '#modules/module.ts'
import { checkIssuers, shownInvoiceSettings } from './issuers.ts'

export const invoicesCheck: Check = {
  subject: 'invoices',
  find: (config, now) => checkIssuers(config, now),
  connection: (config) => ({
    title: m.connection_invoices,
    use: m.connection_invoices_use,
    isSet: config.invoices?.settings.demo === false,
    isDemo: config.invoices?.settings.demo === true,
    settings: shownInvoiceSettings(config),
    send: undefined,
  }),
}

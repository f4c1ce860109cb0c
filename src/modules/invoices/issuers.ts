import type { Config, InvoiceSettings, InvoiceSettingsReader } from '#config.ts'
import type { Db } from '#db/connect.ts'
import { found, type Finding } from '#http/findings.ts'
import type { Send } from '#modules/payments/provider.ts'
import { sendOverNetwork } from '#modules/payments/providers.ts'
import type { ShownSetting } from '#modules/settings/connection-rules.ts'
import type { Issuer, OpenIssuer } from './issuer.ts'
import { ecpay } from './issuers/ecpay/issuer.ts'
import { ecpayReceipt } from './issuers/ecpay-receipt/issuer.ts'
import { ezpay } from './issuers/ezpay/issuer.ts'
import { own } from './issuers/own/issuer.ts'

/** Issuers of invoices and receipts: a line each. INVOICE_ISSUER says which one issues; what another has issued stays with that one. */
export const issuers: readonly Issuer[] = [ecpay, ezpay, ecpayReceipt, own]

/** The issuers of a process. */
export type Issuers = {
  /** Issues what is new; undefined: nothing is issued. */
  current: OpenIssuer | undefined
  /** Undefined: it is not set. */
  of(name: string): OpenIssuer | undefined
  /** What is known without settings. */
  known(name: string): Issuer | undefined
}

type Invoices = Pick<Config, 'invoices'>

/** Opens the issuer of the settings. `sendToDemo` reaches the demo's own inside this process. */
export function openIssuers({ invoices }: Invoices, means: { db: Db; sendToDemo: Send }, list: readonly Issuer[] = issuers): Issuers {
  const { issuer, settings } = issuerOf(invoices, list)
  const current = issuer && {
    name: issuer.name,
    paper: issuer.paper,
    buyers: issuer.buyers,
    ...issuer.open(settings!, { db: means.db, send: settings!.demo ? means.sendToDemo : sendOverNetwork }),
  }
  return {
    current,
    of: (name) => (current?.name === name ? current : undefined),
    known: (name) => list.find((one) => one.name === name),
  }
}

function issuerOf(
  invoices: Config['invoices'],
  list: readonly Issuer[],
): { issuer: Issuer | undefined; settings: InvoiceSettings | undefined } {
  return { issuer: list.find(({ name }) => name === invoices?.issuer), settings: invoices?.settings }
}

/** For `loadConfig`. */
export const settingsOfIssuers = (list: readonly Issuer[] = issuers): InvoiceSettingsReader[] =>
  list.map(({ name, settings }) => ({ name, ...settings }))

/** Settings of the issuer that is set; where none is, only its name. */
export function shownInvoiceSettings({ invoices }: Invoices, list: readonly Issuer[] = issuers): ShownSetting[] {
  const { issuer, settings } = issuerOf(invoices, list)
  return [{ name: 'INVOICE_ISSUER', value: invoices?.issuer ?? null }, ...(issuer?.shown(settings) ?? [])]
}

/** What the doctor finds of the issuer that is set. */
export async function checkIssuers({ invoices }: Invoices, now: Date, list: readonly Issuer[] = issuers): Promise<Finding[]> {
  const { issuer, settings } = issuerOf(invoices, list)
  if (!issuer)
    return [
      invoices
        ? found('invoices', 'invoices_none')
        : found('invoices', 'invoices_not_set', { issuers: list.map(({ name }) => name).join(', ') }),
    ]
  return settings!.demo ? [found('invoices', 'invoices_demo')] : issuer.check(settings!, sendOverNetwork, now)
}

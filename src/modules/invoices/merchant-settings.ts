import { serviceUrl, text, type InvoiceSettings } from '#config.ts'
import { hidden, type ShownSetting } from '#modules/settings/connection-rules.ts'

/** Settings of an issuer that knows the centre by a number and two keys: their names are shared by all such issuers. */
export type MerchantSettings = InvoiceSettings & { url: string; merchantId: string; hashKey: string; hashIv: string }

export const variables = { INVOICE_URL: serviceUrl, INVOICE_MERCHANT_ID: text, INVOICE_HASH_KEY: text, INVOICE_HASH_IV: text }

export const read = (values: Readonly<Record<string, string>>): MerchantSettings => ({
  url: values['INVOICE_URL']!,
  merchantId: values['INVOICE_MERCHANT_ID']!,
  hashKey: values['INVOICE_HASH_KEY']!,
  hashIv: values['INVOICE_HASH_IV']!,
  demo: false,
})

export const shown = (set: MerchantSettings | undefined): ShownSetting[] => [
  { name: 'INVOICE_URL', value: set?.url ?? null },
  { name: 'INVOICE_MERCHANT_ID', value: set?.merchantId ?? null },
  { name: 'INVOICE_HASH_KEY', value: hidden(set?.hashKey) },
  { name: 'INVOICE_HASH_IV', value: hidden(set?.hashIv) },
]

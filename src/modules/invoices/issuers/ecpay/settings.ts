import { serviceUrl, text, type InvoiceSettings } from '#config.ts'
import { hidden, type ShownSetting } from '#modules/settings/connection-rules.ts'
import type { EnvelopeSettings } from './envelope.ts'

export type EcpayInvoiceSettings = InvoiceSettings & EnvelopeSettings

/** Both of ECPay's issuers, of invoices and of receipts, have the same settings. */
export const variables = { INVOICE_URL: serviceUrl, INVOICE_MERCHANT_ID: text, INVOICE_HASH_KEY: text, INVOICE_HASH_IV: text }

export const read = (values: Readonly<Record<string, string>>): EcpayInvoiceSettings => ({
  url: values['INVOICE_URL']!,
  merchantId: values['INVOICE_MERCHANT_ID']!,
  hashKey: values['INVOICE_HASH_KEY']!,
  hashIv: values['INVOICE_HASH_IV']!,
  demo: false,
})

/** The test keys that ECPay has published. */
export const testKeys = { merchantId: '2000132', hashKey: 'ejCk326UnaZWKisg', hashIv: 'q9jcZX8Ib9LM8wYk' }

/** The demo's own issuer, which speaks as ECPay does. */
export const demo = (publicUrl: string): EcpayInvoiceSettings => ({ url: `${publicUrl}/api/Demo/Issuer`, ...testKeys, demo: true })

export const shown = (set: EcpayInvoiceSettings | undefined): ShownSetting[] => [
  { name: 'INVOICE_URL', value: set?.url ?? null },
  { name: 'INVOICE_MERCHANT_ID', value: set?.merchantId ?? null },
  { name: 'INVOICE_HASH_KEY', value: hidden(set?.hashKey) },
  { name: 'INVOICE_HASH_IV', value: hidden(set?.hashIv) },
]

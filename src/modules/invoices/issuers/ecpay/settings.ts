import type { MerchantSettings } from '../../merchant-settings.ts'

/** Both of ECPay's issuers, of invoices and of receipts, have the same settings. */
export type EcpayInvoiceSettings = MerchantSettings

/** The test keys that ECPay has published. */
export const testKeys = { merchantId: '2000132', hashKey: 'ejCk326UnaZWKisg', hashIv: 'q9jcZX8Ib9LM8wYk' }

/** The demo's own issuer, which speaks as ECPay does. */
export const demo = (publicUrl: string): EcpayInvoiceSettings => ({ url: `${publicUrl}/api/Demo/Issuer`, ...testKeys, demo: true })

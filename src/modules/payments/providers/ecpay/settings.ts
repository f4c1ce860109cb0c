import { serviceUrl, text, type PaymentSettingsReader } from '#config.ts'
import { hidden, type ShownSetting } from '#modules/settings/connection-rules.ts'

export type EcpaySettings = { url: string; merchantId: string; hashKey: string; hashIv: string; demo: boolean }

export const settings = {
  variables: { PAYMENT_URL: serviceUrl, PAYMENT_MERCHANT_ID: text, PAYMENT_HASH_KEY: text, PAYMENT_HASH_IV: text },
  read: (values) => ({
    url: values['PAYMENT_URL']!,
    merchantId: values['PAYMENT_MERCHANT_ID']!,
    hashKey: values['PAYMENT_HASH_KEY']!,
    hashIv: values['PAYMENT_HASH_IV']!,
    demo: false,
  }),
  demo: demoSettings,
} satisfies Omit<PaymentSettingsReader<EcpaySettings>, 'name'>

/** The demo's own gateway, which speaks as ECPay does. The keys are the test keys that ECPay has published. */
export function demoSettings(publicUrl: string): EcpaySettings {
  return {
    url: `${publicUrl}/api/Demo/Gateway`,
    merchantId: '3002607',
    hashKey: 'pwFHCqoQZGmho4w6',
    hashIv: 'EkRm7iFT261dpevs',
    demo: true,
  }
}

export const shown = (set: EcpaySettings | undefined): ShownSetting[] => [
  { name: 'PAYMENT_URL', value: set?.url ?? null },
  { name: 'PAYMENT_MERCHANT_ID', value: set?.merchantId ?? null },
  { name: 'PAYMENT_HASH_KEY', value: hidden(set?.hashKey) },
  { name: 'PAYMENT_HASH_IV', value: hidden(set?.hashIv) },
]

import { serviceUrl, text, type PaymentSettingsReader } from '#config.ts'
import { hidden, type ShownSetting } from '#modules/settings/connection-rules.ts'

export type EcpaySettings = { url: string; merchantId: string; hashKey: string; hashIv: string; demo: boolean }

export const settings = {
  variables: { ECPAY_URL: serviceUrl, ECPAY_MERCHANT_ID: text, ECPAY_HASH_KEY: text, ECPAY_HASH_IV: text },
  older: {
    ECPAY_URL: 'PAYMENT_URL',
    ECPAY_MERCHANT_ID: 'PAYMENT_MERCHANT_ID',
    ECPAY_HASH_KEY: 'PAYMENT_HASH_KEY',
    ECPAY_HASH_IV: 'PAYMENT_HASH_IV',
  },
  read: (values) => ({
    url: values['ECPAY_URL']!,
    merchantId: values['ECPAY_MERCHANT_ID']!,
    hashKey: values['ECPAY_HASH_KEY']!,
    hashIv: values['ECPAY_HASH_IV']!,
    demo: false,
  }),
  demo: demoSettings,
} satisfies Omit<PaymentSettingsReader<EcpaySettings>, 'name' | 'ways'>

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
  { name: 'ECPAY_URL', value: set?.url ?? null },
  { name: 'ECPAY_MERCHANT_ID', value: set?.merchantId ?? null },
  { name: 'ECPAY_HASH_KEY', value: hidden(set?.hashKey) },
  { name: 'ECPAY_HASH_IV', value: hidden(set?.hashIv) },
]

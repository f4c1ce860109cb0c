import { serviceUrl, text, type PaymentSettings, type PaymentSettingsReader } from '#config.ts'
import { hidden, type ShownSetting } from '#modules/settings/connection-rules.ts'

export type NewebpaySettings = PaymentSettings & { url: string; merchantId: string; hashKey: string; hashIv: string }

const ofBytes = (bytes: number) => text.refine((v) => Buffer.byteLength(v) === bytes, `must have ${bytes} characters`)

export const settings = {
  variables: { NEWEBPAY_URL: serviceUrl, NEWEBPAY_MERCHANT_ID: text, NEWEBPAY_HASH_KEY: ofBytes(32), NEWEBPAY_HASH_IV: ofBytes(16) },
  read: (values) => ({
    url: values['NEWEBPAY_URL']!,
    merchantId: values['NEWEBPAY_MERCHANT_ID']!,
    hashKey: values['NEWEBPAY_HASH_KEY']!,
    hashIv: values['NEWEBPAY_HASH_IV']!,
    demo: false,
  }),
  demo: demoSettings,
} satisfies Omit<PaymentSettingsReader<NewebpaySettings>, 'name' | 'ways'>

/** The demo's own NewebPay. Its keys are public, and no money is real. */
function demoSettings(publicUrl: string): NewebpaySettings {
  return {
    url: `${publicUrl}/api/Demo/NewebPay`,
    merchantId: 'MS00000001',
    hashKey: 'the demo keeps no secret of ours',
    hashIv: 'nor an iv to hid',
    demo: true,
  }
}

export const shown = (set: NewebpaySettings | undefined): ShownSetting[] => [
  { name: 'NEWEBPAY_URL', value: set?.url ?? null },
  { name: 'NEWEBPAY_MERCHANT_ID', value: set?.merchantId ?? null },
  { name: 'NEWEBPAY_HASH_KEY', value: hidden(set?.hashKey) },
  { name: 'NEWEBPAY_HASH_IV', value: hidden(set?.hashIv) },
]

import { serviceUrl, text, type PaymentSettingsReader } from '#config.ts'
import { hidden, type ShownSetting } from '#modules/settings/connection-rules.ts'

export type LinepaySettings = { url: string; channelId: string; channelSecret: string; demo: boolean }

export const settings = {
  variables: { LINEPAY_URL: serviceUrl, LINEPAY_CHANNEL_ID: text, LINEPAY_CHANNEL_SECRET: text },
  read: (values) => ({
    url: values['LINEPAY_URL']!,
    channelId: values['LINEPAY_CHANNEL_ID']!,
    channelSecret: values['LINEPAY_CHANNEL_SECRET']!,
    demo: false,
  }),
  demo: demoSettings,
} satisfies Omit<PaymentSettingsReader<LinepaySettings>, 'name' | 'ways'>

/** The demo's own LINE Pay. Its keys are public, and no money is real. */
function demoSettings(publicUrl: string): LinepaySettings {
  return { url: `${publicUrl}/api/Demo/LinePay`, channelId: '1656000000', channelSecret: 'the demo has no secrets', demo: true }
}

export const shown = (set: LinepaySettings | undefined): ShownSetting[] => [
  { name: 'LINEPAY_URL', value: set?.url ?? null },
  { name: 'LINEPAY_CHANNEL_ID', value: set?.channelId ?? null },
  { name: 'LINEPAY_CHANNEL_SECRET', value: hidden(set?.channelSecret) },
]

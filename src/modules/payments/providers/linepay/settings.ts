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
  demo: undefined,
} satisfies Omit<PaymentSettingsReader<LinepaySettings>, 'name' | 'ways'>

export const shown = (set: LinepaySettings | undefined): ShownSetting[] => [
  { name: 'LINEPAY_URL', value: set?.url ?? null },
  { name: 'LINEPAY_CHANNEL_ID', value: set?.channelId ?? null },
  { name: 'LINEPAY_CHANNEL_SECRET', value: hidden(set?.channelSecret) },
]

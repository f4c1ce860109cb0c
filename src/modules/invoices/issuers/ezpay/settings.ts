import { text, type InvoiceSettings } from '#config.ts'
import { read, shown, variables } from '../../merchant-settings.ts'
import type { EzpayKeys } from './post-data.ts'

export type EzpaySettings = InvoiceSettings & EzpayKeys & { url: string }

/** Keys of 32 and 16 characters. */
export const settings = {
  variables: {
    ...variables,
    INVOICE_HASH_KEY: text.length(32, 'must have 32 characters'),
    INVOICE_HASH_IV: text.length(16, 'must have 16 characters'),
  },
  read,
  demo,
}

export { shown }

/** Keys of nobody, for the demo's own issuer: ezPay publishes none. */
export const demoKeys = { merchantId: '3622183', hashKey: 'demo key of thirty-two letters!!', hashIv: 'demo iv 16 chars' }

export function demo(publicUrl: string): EzpaySettings {
  return { url: `${publicUrl}/api/Demo/Issuer`, ...demoKeys, demo: true }
}

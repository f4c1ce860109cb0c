import type { Config } from '#config.ts'
import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import type { NewebpaySettings } from '#modules/payments/providers/newebpay/settings.ts'
import type { LinepaySettings } from '#modules/payments/providers/linepay/settings.ts'

/** Settings of the provider that the demo's own gateway plays. Undefined: none, the centre is no demo. */
export const demoGatewayIn = ({ payments }: Pick<Config, 'payments'>): EcpaySettings | undefined =>
  payments['ecpay']?.demo ? (payments['ecpay'] as EcpaySettings) : undefined

/** Settings of LINE Pay that the demo plays. */
export const demoLinePayIn = ({ payments }: Pick<Config, 'payments'>): LinepaySettings | undefined =>
  payments['linepay']?.demo ? (payments['linepay'] as LinepaySettings) : undefined

/** Settings of NewebPay that the demo plays. */
export const demoNewebpayIn = ({ payments }: Pick<Config, 'payments'>): NewebpaySettings | undefined =>
  payments['newebpay']?.demo ? (payments['newebpay'] as NewebpaySettings) : undefined

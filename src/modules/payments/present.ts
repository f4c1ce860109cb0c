import type { StartedPayment } from './start-payment.ts'
import type { StartAnswer } from './wire.ts'

export const presentStarted = ({ payBefore, orderNo, ...way }: StartedPayment): StartAnswer => ({
  method: way.method,
  action: way.action,
  fields: way.method === 'post' ? way.fields : {},
  orderNo,
  payBefore: payBefore.toISOString(),
})

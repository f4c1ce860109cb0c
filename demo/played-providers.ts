import type { Config } from '#config.ts'
import type { Db } from '#db/connect.ts'
import type { Api } from '#http/call.ts'
import { demoGatewayApi } from './gateway/api.ts'
import { demoGatewayIn, demoLinePayIn, demoNewebpayIn } from './gateway/settings.ts'
import { demoLinePayApi } from './linepay/api.ts'
import { demoNewebpayApi } from './newebpay/api.ts'

/** Adds the pages of the payment providers that the demo plays; where the centre is no demo, none. */
export function playedProvidersApi(api: Api, { db, config }: { db: Db; config: Pick<Config, 'payments' | 'publicUrl'> }): void {
  const [gateway, newebpay, { publicUrl }] = [demoGatewayIn(config), demoNewebpayIn(config), config]
  if (gateway) demoGatewayApi(api, { db, config: gateway, publicUrl })
  if (demoLinePayIn(config)) demoLinePayApi(api, { db, publicUrl })
  if (newebpay) demoNewebpayApi(api, { db, config: newebpay, publicUrl })
}

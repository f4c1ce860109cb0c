import { serve, type ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { demoGatewayApi } from '../../demo/gateway/api.ts'
import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import { closeDb, openDb } from '#db/connect.ts'
import { Api } from '#http/call.ts'
import { openLog } from '#http/log.ts'
import { systemClock } from '#lib/clock.ts'

export type GatewayStandIn = { config: EcpaySettings; close(): Promise<void> }

/**
 * The payment gateway as another party: the demo's gateway behind an address of its own, with keys of its own and a database of
 * its own. It knows the merchant by signed forms only, and reports over HTTP.
 */
export async function startGatewayStandIn(databaseUrl: string, merchantUrl: string): Promise<GatewayStandIn> {
  const db = openDb(databaseUrl, 2)
  const keys = { merchantId: '7654321', hashKey: 'stand-in key 123', hashIv: 'stand-in iv 4567' }
  const api = new Api({
    clock: systemClock,
    log: openLog('silent'),
    checkAnswers: false,
    trustProxy: 0,
    pagesOrigin: merchantUrl,
    readSession: async () => undefined,
    writeAudit: async () => {},
  })
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: (request) => api.app.fetch(request), port: 0, hostname: '127.0.0.1' }, () => resolve(started))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/Demo/Gateway`
  const config = { url, ...keys, demo: false }
  demoGatewayApi(api, { db, config, publicUrl: merchantUrl, deliver: postNotice })
  return {
    config,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      await closeDb(db)
    },
  }
}

async function postNotice(url: string, fields: Record<string, string>): Promise<void> {
  await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
}

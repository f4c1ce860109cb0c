import { Api } from '#http/call.ts'
import { publishDocs } from '#http/publish-docs.ts'
import { tokenCookie } from '#modules/logins/rules.ts'
import { openSessionReader } from '#modules/logins/read-session.ts'
import { writeAudit } from '#modules/audit/store.ts'
import type { House } from '#modules/module.ts'
import { topicsOf } from '#navigation/staff-screens.ts'
import { demoGatewayApi } from '../../demo/gateway/api.ts'
import { demoGatewayIn, demoLinePayIn } from '../../demo/gateway/settings.ts'
import { demoLinePayApi } from '../../demo/linepay/api.ts'

/** Adds the calls of all modules. */
export function buildApi(house: House, checkAnswers: boolean): Api {
  const { config, db, tokens, live, clock, log, publicUrl } = house
  const api = new Api({
    clock,
    log,
    checkAnswers,
    trustProxy: config.trustProxy,
    pagesOrigin: new URL(publicUrl).origin,
    readSession: openSessionReader({ db, tokens }),
    writeAudit,
    onAudited: (kinds) => live.announce(topicsOf(kinds)),
  })
  for (const { calls } of house.modules) calls(api, house)
  const demoGateway = demoGatewayIn(config)
  if (demoGateway) demoGatewayApi(api, { db, config: demoGateway, publicUrl })
  if (demoLinePayIn(config)) demoLinePayApi(api, { db, publicUrl })
  publishDocs(api, { forEverybody: config.demo, tokenCookie })
  return api
}

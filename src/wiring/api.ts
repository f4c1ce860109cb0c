import { Api } from '#http/call.ts'
import { openReadTurns } from '#http/read-turns.ts'
import { publishDocs } from '#http/publish-docs.ts'
import { tokenCookie } from '#modules/logins/rules.ts'
import { openSessionReader } from '#modules/logins/read-session.ts'
import { writeAudit } from '#modules/audit/store.ts'
import type { House } from '#modules/module.ts'
import { topicsOf } from '#navigation/staff-screens.ts'
import { playedProvidersApi } from '../../demo/played-providers.ts'

/** Adds the calls of all modules. */
export function buildApi(house: House, checkAnswers: boolean): Api {
  const { config, db, tokens, ways, live, clock, log, publicUrl } = house
  const api = new Api({
    clock,
    log,
    checkAnswers,
    trustProxy: config.trustProxy,
    pagesOrigin: new URL(publicUrl).origin,
    readSession: openSessionReader({ db, tokens, ways }),
    writeAudit,
    // Tests and development ask for more in a minute than anybody does.
    ...(checkAnswers ? {} : { takeReadTurn: openReadTurns() }),
    db,
    onAudited: (kinds) => live.announce(topicsOf(kinds)),
  })
  for (const { calls } of house.modules) calls(api, house)
  playedProvidersApi(api, { db, config: { payments: config.payments, publicUrl } })
  publishDocs(api, { forEverybody: config.demo, tokenCookie })
  return api
}

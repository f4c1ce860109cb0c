import type { AnnounceChange } from '#modules/availability/announce.ts'
import type { Api } from './http/call.ts'
import { offerApi } from './modules/closures/offer-api.ts'
import { closuresStaffApi } from './modules/closures/staff-api.ts'
import { staffOrdersApi } from './modules/desk/orders-api.ts'
import { deskApi } from './modules/desk/staff-api.ts'
import type { Jobs } from './db/jobs.ts'
import { reportApi } from './modules/insight/report-api.ts'
import { insightApi } from './modules/insight/staff-api.ts'
import { lettersByTopic } from './letters-by-topic.ts'
import type { Tokens } from './modules/accounts/tokens.ts'
import { todayApi } from './modules/desk/today-api.ts'
import type { OrdersDeps } from './modules/orders/placing-api.ts'
import { ordersStaffApi } from './modules/orders/staff-api.ts'
import { followMove } from './modules/preorders/date-store.ts'
import { serveFirst } from './modules/waiting/serve-first.ts'
import { releaseDates } from './modules/preorders/release-dates.ts'

type DeskApisDeps = OrdersDeps & {
  jobs: Jobs
  tokens: Tokens
  publicUrl: string
  canText: boolean
  /** After the commit: tells open grids, and starts the jobs that write mails and send refunds. */
  onOwed(facilityIds: Iterable<number>): void
  announceChange: AnnounceChange
}

/** Adds the calls by which staff run the day, and wires their modules together: booking, moving, the board, closures. */
export function addDeskApis(api: Api, { onOwed, announceChange, jobs, tokens, publicUrl, canText, ...orders }: DeskApisDeps): void {
  const { db, catalogues } = orders
  ordersStaffApi(api, { ...orders, onChanged: onOwed, followMove, onMoved: announceChange })
  offerApi(api, { db, catalogues, onChanged: onOwed })
  closuresStaffApi(api, { db, jobs, publicUrl, catalogues, releaseDates, serveFirst, onChanged: onOwed })
  deskApi(api, { db, catalogues, onChanged: onOwed })
  staffOrdersApi(api, { db, jobs, canText, catalogues, letters: lettersByTopic({ db, tokens, publicUrl }), onChanged: onOwed })
  todayApi(api, { db, catalogues })
  insightApi(api, { db, jobs, catalogues })
  reportApi(api, { db, jobs, catalogues })
}

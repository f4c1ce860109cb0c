import type { Db } from './db/connect.ts'
import type { Api } from './http/call.ts'
import type { AnnounceChange } from './modules/availability/announce.ts'
import { ballotsApi } from './modules/ballots/api.ts'
import { hasEntries } from './modules/ballots/entry-store.ts'
import { noteExtended } from './modules/ballots/event-store.ts'
import { fairnessApi } from './modules/ballots/fairness-api.ts'
import { drawPageApi } from './modules/ballots/draw-page-api.ts'
import { passOnDates } from './modules/ballots/pass-on.ts'
import { publishedBallotsApi } from './modules/ballots/published-api.ts'
import { commitReveal, type RandomSource } from './modules/ballots/random-source.ts'
import { openPublishedDraws } from './modules/ballots/read-published-draw.ts'
import { ballotsStaffApi } from './modules/ballots/staff-api.ts'
import type { FileStore } from './modules/files/storage.ts'
import { openAllocations } from './modules/preorders/allocate.ts'
import { preOrdersApi } from './modules/preorders/api.ts'
import type { Rounds } from './modules/preorders/rounds.ts'
import { preOrdersStaffApi } from './modules/preorders/staff-api.ts'
import { giveBackItem } from './modules/refunds/give-back-item.ts'
import type { Catalogues } from './modules/venues/catalogue.ts'

export type SeasonDeps = {
  db: Db
  catalogues: Catalogues
  rounds: Rounds
  files: FileStore
  onChanged: AnnounceChange
  onOwed: AnnounceChange
  /** Where the random values of ballots come from: a secret of the centre, unless given. */
  random: RandomSource | undefined
  /** A signed link to a page. */
  linkTo(path: string): string
}

/** Adds the calls about seasons of clubs: pre-orders, and the draws of rounds that are ballots. */
export function addSeasonApis(api: Api, { random = commitReveal, ...deps }: SeasonDeps): void {
  const preOrders = {
    ...deps,
    allocations: openAllocations(deps.db),
    giveBackItem,
    passOn: passOnDates,
    entrants: { hasEntries, noteExtended },
  }
  preOrdersApi(api, preOrders)
  preOrdersStaffApi(api, preOrders)
  const ballots = { ...deps, random }
  ballotsApi(api, ballots)
  ballotsStaffApi(api, ballots)
  fairnessApi(api, ballots)
  publishedBallotsApi(api, deps)
  drawPageApi(api, { readPublishedDraw: openPublishedDraws(deps.db), linkTo: deps.linkTo })
}

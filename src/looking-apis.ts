import type { Db } from './db/connect.ts'
import type { Live } from './db/live.ts'
import type { Api } from './http/call.ts'
import type { Period } from './lib/period.ts'
import { listIdentities } from './modules/accounts/identity-store.ts'
import { availabilityApi } from './modules/availability/api.ts'
import { findFree, findOffers } from './modules/availability/find-free.ts'
import { readClosures } from './modules/closures/store.ts'
import { readAverage } from './modules/feedback/rating-store.ts'
import type { openDemandNotes } from './modules/insight/note-demand.ts'
import { venuesApi } from './modules/venues/api.ts'
import type { Catalogues } from './modules/venues/catalogue.ts'
import { freeSoonApi } from './modules/venues/free-soon-api.ts'
import { venueSearchApi } from './modules/venues/search-api.ts'
import type { TimeQuery } from './modules/venues/rules.ts'

type LookingDeps = { db: Db; catalogues: Catalogues; live: Live; demand: ReturnType<typeof openDemandNotes> }

/** Adds the calls by which everybody looks for floor: facilities, what is free soon, the search, and availability. */
export function addLookingApis(api: Api, { db, catalogues, live, demand }: LookingDeps): void {
  const closures = (within: Period) => readClosures(db, within)
  const offers = (query: TimeQuery, context: { identityId: number; now: Date }) => findOffers({ db, catalogues }, query, context)
  venuesApi(api, {
    catalogues,
    closures,
    identities: () => listIdentities(db),
    ratingOf: (facilityId) => readAverage(db, facilityId),
    findOffers: offers,
  })
  freeSoonApi(api, { catalogues, closures, findOffers: offers })
  venueSearchApi(api, {
    catalogues,
    closures,
    findFree: (searching, context) => findFree({ db, catalogues }, searching, context),
    onNothingFree: demand.onNothingFree,
  })
  availabilityApi(api, { db, catalogues, live, onSeen: demand.onSeen })
}

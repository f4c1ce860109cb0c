import type { Period } from '#lib/period.ts'
import { listIdentities } from '../accounts/identity-store.ts'
import { noFiles, noJobs, noLetters, noRetention, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { venuesApi } from './api.ts'
import { openCentreWords } from './centre-words.ts'
import { freeSoonApi } from './free-soon-api.ts'
import type { TimeQuery } from './rules.ts'
import { venueSearchApi } from './search-api.ts'
import { venueSearches } from './staff-searches.ts'
import { readCatalogue } from './store.ts'

export const venues = {
  provides: { openCentreWords, readCatalogue },
  calls(api, { db, catalogues, demand, links }) {
    const closures = (within: Period) => links.readClosures(db, within)
    const findOffers = (query: TimeQuery, context: { identityId: number; now: Date }) =>
      links.findOffers({ db, catalogues }, query, context)
    venuesApi(api, {
      catalogues,
      closures,
      identities: () => listIdentities(db),
      ratingOf: (facilityId) => links.readAverage(db, facilityId),
      findOffers,
    })
    freeSoonApi(api, { catalogues, closures, findOffers })
    venueSearchApi(api, {
      catalogues,
      closures,
      findFree: (searching, context) => links.findFree({ db, catalogues }, searching, context),
      onNothingFree: demand.onNothingFree,
    })
  },
  jobs: noJobs,
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: ({ catalogues }) => venueSearches(catalogues),
  orderKinds: sellsNothing,
  showsFile: noFiles,
} satisfies Module

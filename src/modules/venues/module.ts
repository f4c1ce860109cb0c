import { clubRoles } from '#http/club-calls.ts'
import { managerRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import type { Period } from '#lib/period.ts'
import { listIdentities } from '../accounts/identity-store.ts'
import { makeVariants } from '../files/make-variant.ts'
import { noChecks, noFiles, noLetters, noRetention, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOpen } from '../member-data.ts'
import { venuesApi } from './api.ts'
import { openCentreWords } from './closure-words.ts'
import { venueSearchApi } from './search-api.ts'
import { exportedFavourites, favouritesApi } from './favourites-api.ts'
import { forgetFavourites, mergeFavourites } from './favourites-store.ts'
import { facilityPicturesApi } from './picture-api.ts'
import { facilityPictures } from './picture-store.ts'
import type { TimeQuery } from './rules.ts'
import { venueSearches } from './staff-searches.ts'
import { readCatalogue } from './store.ts'

export const venues = {
  provides: { openCentreWords, readCatalogue },
  calls(api, { db, files, catalogues, demand, links }) {
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
    facilityPicturesApi(api, { db, files })
    favouritesApi(api, { db, catalogues })
    venueSearchApi(api, {
      catalogues,
      closures,
      findFree: (searching, context) => links.findFree({ db, catalogues }, searching, context),
      findTimes: (searching, context) => links.findTimes({ db, catalogues }, searching, context),
      onNothingFree: demand.onNothingFree,
    })
  },
  jobs: ({ db, files, clock, log, onFailure }) => [
    {
      // Pictures in the sizes that pages show: soon after they were uploaded, and at start.
      name: 'make-facility-pictures',
      atStart: true,
      run: async () => {
        const failing = { onFailure: onFailure('a picture of a facility could not be made') }
        const made = await makeVariants({ db, files }, facilityPictures, clock.now(), failing)
        if (made > 0) log.info({ made }, 'pictures of facilities were made')
      },
    },
  ],
  letters: noLetters,
  member: { exports: { favourites: exportedFavourites }, open: nothingOpen, forget: forgetFavourites, merge: { rest: mergeFavourites } },
  retention: noRetention,
  searches: ({ catalogues }) => venueSearches(catalogues),
  orderKinds: sellsNothing,
  files: {
    ...noFiles,
    uses: {
      facility: {
        title: m.staff_file_facility,
        columns: ['facility_pictures.file_id', 'facility_variants.file_id'],
        inClub: clubRoles,
        openedBy: managerRoles,
        viewedAs: undefined,
      },
    },
  },
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

import { noChecks, noFiles, noLetters, noRetention, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { cancelWithoutPlace } from './cancel-without-place.ts'
import { catalogueFilesApi } from './files-api.ts'
import { catalogueStaffApi } from './staff-api.ts'
import { catalogueSearches } from './staff-searches.ts'

const notCancelled = 'a booking without a place in the catalogue could not be cancelled'

export const catalogue = {
  provides: {},
  calls(api, { db, files, jobs, publicUrl, after, links, onFailure }) {
    const deps = {
      db,
      files,
      publicUrl,
      releaseDates: links.releaseDates,
      ...after,
      onFailure: onFailure(notCancelled),
      onPictures: () => jobs.send(db, 'make-facility-pictures', {}),
    }
    catalogueStaffApi(api, deps)
    catalogueFilesApi(api, deps)
  },
  jobs: ({ db, after, clock, onFailure }) => [
    {
      // A change cancels what it left without a place itself; this is in case its process died half way.
      name: 'cancel-without-place',
      every: '* * * * *',
      run: async () => {
        const facilityIds = await cancelWithoutPlace(db, clock.now(), onFailure(notCancelled))
        if (facilityIds.length > 0) after.moneyOwed(facilityIds)
      },
    },
  ],
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: ({ db }) => catalogueSearches(db),
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

import { noChecks, noFiles, noJobs, noLetters, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { availabilityApi } from './api.ts'
import { findFree, findOffers, findTimes } from './find-free.ts'
import { deletePastOccupancy, mergeInOccupancy } from './store.ts'
import { deletePastAwaited, deleteSettledFloor } from './waiting-store.ts'

export const availability = {
  provides: { findFree, findOffers, findTimes },
  calls(api, { db, catalogues, live, demand }) {
    availabilityApi(api, { db, catalogues, live, onSeen: demand.onSeen })
  },
  jobs: noJobs,
  letters: noLetters,
  member: { ...nothingOfMembers, merge: { floor: mergeInOccupancy } },
  retention: ({ db, retention, ago }) => ({
    occupancy: (most) => deletePastOccupancy(db, ago(retention.occupancyDays), most),
    awaitedFloor: (most) => deletePastAwaited(db, ago(1), most),
    freedFloor: (most) => deleteSettledFloor(db, ago(retention.occupancyDays), most),
  }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

import { noChecks, noFiles, noJobs, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { tillsStaffApi } from './staff-api.ts'

export const tills = {
  provides: {},
  calls(api, { db, links }) {
    tillsStaffApi(api, { db, slipsOf: (tillId) => links.readSlipsOf(db, tillId) })
  },
  jobs: noJobs,
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

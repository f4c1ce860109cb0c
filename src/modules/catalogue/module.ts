import { noFiles, noJobs, noLetters, noRetention, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { catalogueFilesApi } from './files-api.ts'
import { catalogueStaffApi } from './staff-api.ts'
import { catalogueSearches } from './staff-searches.ts'

export const catalogue = {
  provides: {},
  calls(api, { db, publicUrl, after, links }) {
    const deps = { db, publicUrl, releaseDates: links.releaseDates, onChanged: after.moneyOwed }
    catalogueStaffApi(api, deps)
    catalogueFilesApi(api, deps)
  },
  jobs: noJobs,
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: ({ db }) => catalogueSearches(db),
  orderKinds: sellsNothing,
  showsFile: noFiles,
} satisfies Module

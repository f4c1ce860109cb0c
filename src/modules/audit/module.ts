import { noChecks, noFiles, noJobs, noLetters, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { auditStaffApi } from './staff-api.ts'
import { deleteOldAudit } from './store.ts'

export const audit = {
  provides: {},
  calls(api, { db, links }) {
    auditStaffApi(api, { db, namesOf: (ids) => links.readNames(db, ids), findMembers: (words) => links.findMembersNamed(db, words) })
  },
  jobs: noJobs,
  letters: noLetters,
  member: nothingOfMembers,
  retention: ({ db, now, retention }) => ({ audit: (most) => deleteOldAudit(db, retention.auditYears, now, most) }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

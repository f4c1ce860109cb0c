import { noChecks, noFiles, noJobs, noLetters, noRetention, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { forgetInvitations, mergeInvitations } from './store.ts'

export const clubs = {
  provides: {},
  calls() {},
  jobs: noJobs,
  letters: noLetters,
  member: {
    ...nothingOfMembers,
    forget: forgetInvitations,
    merge: { rest: mergeInvitations },
  },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
} satisfies Module

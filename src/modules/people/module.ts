import { noChecks, noFiles, noJobs, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { peopleApi } from './api.ts'
import { forgetInPeople } from './store.ts'
import { mergeInPeople } from './merge-store.ts'

export const people = {
  provides: {},
  calls(api, house) {
    const { members, catalogues, after } = house
    peopleApi(api, { ...house, ...members, catalogues, ...after })
  },
  jobs: noJobs,
  letters: noLetters,
  member: { ...nothingOfMembers, forget: forgetInPeople, merge: { rest: mergeInPeople } },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

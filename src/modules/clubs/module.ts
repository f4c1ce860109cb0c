import { noChecks, noFiles, noJobs, noLetters, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { clubsApi } from './api.ts'
import { nameOwnerApi } from './name-owner-api.ts'
import { deleteOldClubInvitations, forgetInvitations, mergeInvitations } from './store.ts'

export const clubs = {
  provides: {},
  calls(api, house) {
    clubsApi(api, { ...house, removeCalendar: house.links.removeCalendar, forgetBuyer: house.links.forgetBuyer })
    nameOwnerApi(api, house)
  },
  jobs: noJobs,
  letters: noLetters,
  member: { ...nothingOfMembers, forget: forgetInvitations, merge: { rest: mergeInvitations } },
  retention: ({ db, retention, ago }) => ({ clubInvitations: (most) => deleteOldClubInvitations(db, ago(retention.invitationDays), most) }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

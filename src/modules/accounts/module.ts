import { managerRoles, deskRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import { noChecks, noFiles, noLetters, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { memberApi } from './member-api.ts'
import { closeDouble, mergeInAccounts } from './merge-store.ts'
import { findMembersNamed, readNames } from './names-store.ts'
import { remindOfProofs } from './send-letter.ts'
import { dropRefusedUploads } from './review-store.ts'
import { accountsStaffApi } from './staff-api.ts'
import { readMobile, readRecipient } from './store.ts'

export const accounts = {
  provides: { findMembersNamed, readMobile, readNames, readRecipient },
  calls(api, house) {
    memberApi(api, { ...house, ...house.members })
    accountsStaffApi(api, house)
  },
  jobs: ({ db, jobs, publicUrl, clock, onFailure }) => [
    {
      name: 'remind-of-proofs',
      every: '40 * * * *',
      run: () => remindOfProofs({ db, jobs, publicUrl }, clock.now(), onFailure('a proof got no reminder')),
    },
  ],
  letters: noLetters,
  member: {
    ...nothingOfMembers,
    merge: { last: async (trx, merging, now) => [...(await mergeInAccounts(trx, merging)), ...(await closeDouble(trx, merging, now))] },
  },
  retention: ({ db, now, retention, ago }) => ({
    refusedUploads: (most) => dropRefusedUploads(db, ago(retention.refusedUploadDays), most, now),
  }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: {
    ...noFiles,
    uses: {
      consent: {
        title: m.staff_file_consent,
        columns: ['members.privacy_file_id'],
        inClub: [],
        openedBy: managerRoles,
        viewedAs: 'consent.viewed',
      },
      'identity-proof': {
        title: m.staff_file_identity_proof,
        columns: ['identity_proofs.file_id'],
        inClub: [],
        openedBy: deskRoles,
        viewedAs: 'proof.viewed',
      },
      'community-document': {
        title: m.staff_file_community_document,
        columns: ['community_documents.file_id'],
        inClub: ['owner'],
        openedBy: deskRoles,
        viewedAs: 'community_document.viewed',
      },
    },
  },
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

import { clubRoles } from '#http/club-calls.ts'
import { managerRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import { buffer } from 'node:stream/consumers'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { noChecks, noFiles, noJobs, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { centreApi } from './api.ts'
import { presentFace } from './present.ts'
import { centreStaffApi } from './staff-api.ts'
import { readSite } from './store.ts'

export const centre = {
  provides: { presentFace, readSite },
  calls(api, { db, files, links }) {
    const deps = {
      db,
      readFile: async (fileId: string) => buffer(await files.open(fileId)),
      keepFile: (trx: Trx, fileId: string, by: string, now: Date) => links.keepFiles(trx, [fileId], by, now, 'logoFileId'),
      releaseFile: (trx: Trx, fileId: string, now: Date) => links.releaseFiles(trx, [fileId], now),
      nameOfMember: async (trx: DbOrTrx, memberId: string) => (await links.readRecipient(trx, memberId))?.name,
    }
    centreApi(api, deps)
    centreStaffApi(api, deps)
  },
  jobs: noJobs,
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: {
    ...noFiles,
    uses: {
      logo: { title: m.staff_file_logo, columns: ['centre.logo_file_id'], inClub: clubRoles, openedBy: managerRoles, viewedAs: undefined },
    },
  },
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

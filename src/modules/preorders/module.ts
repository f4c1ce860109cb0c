import { deskRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import { noChecks, noFiles, noJobs, noSearches, nothingWatched, type Module } from '../module.ts'
import { openAllocations } from './allocate.ts'
import { preOrdersApi } from './api.ts'
import { followMove } from './date-store.ts'
import { dropRejectedDocuments, forgetInPreOrders, lockPreOrdersOf, mergeInPreOrders } from './member-store.ts'
import { preOrderLetters } from './letters.ts'
import { seasonKinds } from './order-kinds.ts'
import { exportedPreOrders } from './member-data.ts'
import { seasonsWithOpenDates } from './read-store.ts'
import { releaseDates } from './release-dates.ts'
import { preOrdersStaffApi } from './staff-api.ts'

export const preorders = {
  provides: { followMove, releaseDates },
  calls(api, house) {
    const { db, catalogues, rounds, canPayOnline, files, after, links } = house
    const deps = {
      db,
      catalogues,
      rounds,
      canPayOnline,
      files,
      ...after,
      allocations: openAllocations(db),
      giveBackItem: links.giveBackItem,
      passOn: links.passOnDates,
      entrants: { hasEntries: links.hasEntries, noteExtended: links.noteExtended },
    }
    preOrdersApi(api, deps)
    preOrdersStaffApi(api, deps)
  },
  jobs: noJobs,
  letters: ({ catalogues, publicUrl, links }) => ({
    preorder: preOrderLetters({ catalogues, publicUrl, readClosureWords: links.readClosureWords }),
  }),
  member: {
    exports: { preOrders: exportedPreOrders },
    open: seasonsWithOpenDates,
    forget: forgetInPreOrders,
    merge: { lock: lockPreOrdersOf, holders: mergeInPreOrders },
  },
  retention: ({ db, now, retention, ago }) => ({
    rejectedDocuments: (most) => dropRejectedDocuments(db, ago(retention.refusedUploadDays), most, now),
  }),
  searches: noSearches,
  orderKinds: seasonKinds,
  files: {
    ...noFiles,
    uses: {
      'preorder-document': {
        title: m.staff_file_preorder_document,
        columns: ['preorder_documents.file_id'],
        inClub: ['owner', 'booker'],
        openedBy: deskRoles,
        viewedAs: 'preorder_document.viewed',
      },
    },
  },
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

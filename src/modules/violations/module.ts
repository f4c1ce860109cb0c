import { managerRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import { landingLink } from '#modules/logins/landing-link.ts'
import { noChecks, noFiles, noJobs, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOpen } from '../member-data.ts'
import { violationsApi } from './api.ts'
import { forgetInViolations } from './store.ts'
import {
  countLateCancelPoints,
  givePointsForExpired,
  givePointsForLateCancel,
  givePointsForMissed,
  hasPointForExpired,
  mergeInViolations,
  withdrawPointOfExpired,
  withdrawPointOfMissed,
} from './give-points.ts'
import { pointsLetters } from './letters.ts'
import { exportedViolations } from './member-data.ts'

export const violations = {
  provides: {
    countLateCancelPoints,
    givePointsForExpired,
    givePointsForLateCancel,
    givePointsForMissed,
    hasPointForExpired,
    withdrawPointOfExpired,
    withdrawPointOfMissed,
  },
  calls(api, { db, catalogues, after }) {
    violationsApi(api, { db, catalogues, ...after })
  },
  jobs: noJobs,
  letters: ({ tokens, publicUrl }) => ({ points: pointsLetters({ pageLink: (path) => landingLink({ tokens, publicUrl }, path) }) }),
  member: {
    exports: { violations: exportedViolations },
    open: nothingOpen,
    forget: forgetInViolations,
    merge: { points: mergeInViolations },
  },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: {
    ...noFiles,
    uses: {
      appeal: {
        title: m.staff_file_appeal,
        columns: ['appeals.file_id'],
        inClub: ['owner', 'booker'],
        openedBy: managerRoles,
        viewedAs: 'appeal_file.viewed',
      },
    },
  },
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

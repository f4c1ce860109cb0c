import { clubRoles } from '#http/club-calls.ts'
import { deskRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import { noChecks, noFiles, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOpen } from '../member-data.ts'
import { feedbackApi } from './api.ts'
import { forgetInFeedback, forgetReporters, mergeInFeedback } from './member-store.ts'
import { inviteToRate } from './invite-to-rate.ts'
import { reportLetters, visitLetters } from './letters.ts'
import { exportedRatings, exportedReports } from './member-data.ts'
import { readAverage } from './rating-store.ts'
import { signApi } from './sign-api.ts'
import { feedbackStaffApi } from './staff-api.ts'
import { starApi } from './star-api.ts'

export const feedback = {
  provides: { readAverage },
  calls(api, { db, tokens, files, catalogues, publicUrl, after, links }) {
    const deps = {
      db,
      tokens,
      files,
      catalogues,
      publicUrl,
      ...after,
      releaseDates: links.releaseDates,
    }
    feedbackApi(api, deps)
    feedbackStaffApi(api, deps)
    signApi(api, deps)
    starApi(api, deps)
  },
  jobs: ({ db, after, clock, onFailure }) => [
    {
      name: 'invite-to-rate',
      every: '10 * * * *',
      run: async () => {
        await inviteToRate(db, clock.now(), onFailure('a visit got no invitation to rate it'))
        after.lettersDue()
      },
    },
  ],
  letters: (needs) => ({ report: reportLetters(needs), visit: visitLetters(needs) }),
  member: {
    exports: { reports: exportedReports, ratings: exportedRatings },
    open: nothingOpen,
    forget: forgetInFeedback,
    merge: { rest: mergeInFeedback },
  },
  retention: ({ db, retention, ago }) => ({ reporters: (most) => forgetReporters(db, ago(retention.reporterDays), most) }),
  searches: noSearches,
  orderKinds: sellsNothing,
  files: {
    ...noFiles,
    uses: {
      'report-photo': {
        title: m.staff_file_report_photo,
        columns: ['report_photos.file_id'],
        inClub: clubRoles,
        openedBy: deskRoles,
        viewedAs: undefined,
      },
    },
  },
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

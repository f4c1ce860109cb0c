import { financeRoles } from '#http/session.ts'
import * as m from '#i18n/generated/messages.js'
import { landingLink } from '#modules/logins/landing-link.ts'
import { noChecks, noFiles, noRetention, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOpen } from '../member-data.ts'
import { refundsApi } from './api.ts'
import { forgetInRefunds, mergeInRefunds } from './member-store.ts'
import { giveBackItem } from './write-refund.ts'
import { refundLetters } from './letters.ts'
import { exportedRefunds } from './member-data.ts'
import { countInDoubt } from './queue-store.ts'
import { readBackSums } from './part-store.ts'
import { sendRefunds } from './send-refunds.ts'
import { refundsStaffApi } from './staff-api.ts'
import { readSlipsOf } from './slip-store.ts'

export const refunds = {
  provides: { giveBackItem, readBackSums, readSlipsOf },
  calls(api, { db, catalogues, providers, orderKinds, after, links }) {
    const deps = {
      db,
      catalogues,
      providers,
      orderKinds,
      ...after,
      onLateCancel: links.givePointsForLateCancel,
    }
    refundsApi(api, deps)
    refundsStaffApi(api, deps)
  },
  jobs: ({ db, catalogues, providers, log, after, clock }) => {
    const run = async () => {
      await sendRefunds({ db, catalogues, providers, log }, clock)
      after.lettersDue()
    }
    return [
      { name: 'send-refunds', every: '* * * * *', run },
      // Soon after something is owed or decided.
      { name: 'send-refunds-soon', run },
    ]
  },
  letters: ({ catalogues, tokens, publicUrl, links: { countLateCancelPoints } }) => ({
    refund: refundLetters({ catalogues, pageLink: (path) => landingLink({ tokens, publicUrl }, path), countLateCancelPoints }),
  }),
  member: { exports: { refunds: exportedRefunds }, open: nothingOpen, forget: forgetInRefunds, merge: { rest: mergeInRefunds } },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: {
    ...noFiles,
    uses: {
      passbook: {
        title: m.staff_file_passbook,
        columns: ['refunds.passbook_file_id'],
        inClub: ['owner', 'treasurer'],
        openedBy: financeRoles,
        viewedAs: 'passbook.viewed',
      },
    },
  },
  checks: noChecks,
  watched: [{ name: 'refunds_in_doubt', help: 'Refunds of which nobody knows whether money went back, once or twice', read: countInDoubt }],
} satisfies Module

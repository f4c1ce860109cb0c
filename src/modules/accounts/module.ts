import { noFiles, noLetters, noSearches, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { accountsApi } from './api.ts'
import { sendConfirmation, sendEmailChange } from './confirm-email.ts'
import { loginFormApi } from './form-api.ts'
import { memberApi } from './member-api.ts'
import { closeDouble, mergeInAccounts } from './merge-store.ts'
import { findMembersNamed, readNames } from './names-store.ts'
import { proveApi } from './prove-api.ts'
import { remindOfProofs } from './remind-of-proofs.ts'
import { sendResetLink } from './reset-secret.ts'
import { dropRefusedUploads } from './review-store.ts'
import { secondFactorApi } from './second-factor-api.ts'
import { secretsApi } from './secrets-api.ts'
import { sendResetCode } from './send-sms-code.ts'
import { accountsStaffApi } from './staff-api.ts'
import { readMobile, readRecipient } from './store.ts'
import { tidyAccounts } from './tidy-accounts.ts'

export const accounts = {
  provides: { findMembersNamed, readMobile, readNames, readRecipient },
  calls(api, house) {
    const choosingSecrets = { ...house, centreWords: house.links.openCentreWords(house.db, house.catalogues, house.publicUrl) }
    accountsApi(api, { ...choosingSecrets, ...house.members })
    secretsApi(api, choosingSecrets)
    proveApi(api, house)
    secondFactorApi(api, house)
    loginFormApi(api, house, house.loginForm)
    memberApi(api, { ...house, ...house.members })
    accountsStaffApi(api, house)
  },
  jobs: (house) => {
    const { db, jobs, publicUrl, clock, onFailure } = house
    return [
      { name: 'confirmation-asked', run: (asked) => sendConfirmation(house, asked, clock.now()) },
      { name: 'email-change-asked', run: (asked) => sendEmailChange(house, asked, clock.now()) },
      { name: 'reset-link-asked', run: (asked) => sendResetLink(house, asked, clock.now()) },
      { name: 'reset-code-asked', run: (asked) => sendResetCode(house, asked, clock.now()) },
      {
        name: 'tidy-accounts',
        every: '35 * * * *',
        run: () => tidyAccounts(db, clock.now(), onFailure('old rows of accounts could not be deleted')),
      },
      {
        name: 'remind-of-proofs',
        every: '40 * * * *',
        run: () => remindOfProofs({ db, jobs, publicUrl }, clock.now(), onFailure('a proof got no reminder')),
      },
    ]
  },
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
  showsFile: noFiles,
} satisfies Module

import { checkWays } from './ways.ts'
import { noFiles, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOpen } from '../member-data.ts'
import { loginsApi } from './api.ts'
import { sendConfirmation, sendEmailChange } from './confirm-email.ts'
import { exportedLogins } from './export-logins.ts'
import { forgetLogins } from './session-store.ts'
import { loginFormApi } from './form-api.ts'
import { memberApi } from './member-api.ts'
import { proveApi } from './prove-api.ts'
import { sendResetLink } from './reset-secret.ts'
import { secondFactorApi } from './second-factor-api.ts'
import { secretsApi } from './secrets-api.ts'
import { sendResetCode } from './send-sms-code.ts'
import { mergeSubjects } from './subject-store.ts'
import { tidyAccounts } from './tidy-accounts.ts'
import { ownWaysApi } from './own-ways-api.ts'
import { waysApi } from './ways-api.ts'

export const logins = {
  provides: {},
  calls(api, house) {
    const choosingSecrets = { ...house, centreWords: house.links.openCentreWords(house.db, house.catalogues, house.publicUrl) }
    loginsApi(api, { ...choosingSecrets, ...house.members })
    secretsApi(api, choosingSecrets)
    proveApi(api, house)
    secondFactorApi(api, house)
    loginFormApi(api, house, house.loginForm)
    waysApi(api, { ...house, ...house.loginForm, settleByGroups: house.links.settleByGroups })
    ownWaysApi(api, house)
    memberApi(api, { ...house, ...house.members })
  },
  jobs: (house) => {
    const { db, clock, onFailure } = house
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
    ]
  },
  letters: noLetters,
  member: {
    exports: exportedLogins,
    open: nothingOpen,
    forget: forgetLogins,
    merge: {
      last: async (trx, merging) => {
        await mergeSubjects(trx, merging)
        await forgetLogins(trx, { id: merging.from, mobile: '' })
        return []
      },
    },
  },
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: [{ subject: 'login', find: (config, now) => checkWays(config, now) }],
  watched: nothingWatched,
} satisfies Module

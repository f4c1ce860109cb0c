import { noChecks, noFiles, noJobs, noLetters, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { markSetUp } from '../centre/store.ts'
import { readSiteAccess } from '../settings/store.ts'
import { joinApi } from './join-api.ts'
import { colleagueSearch } from './list-staff.ts'
import { staffSearchApi } from './search-api.ts'
import { settleByGroups } from './settle-by-groups.ts'
import { setupApi } from './setup-api.ts'
import { readSetupFacts } from './setup-facts.ts'
import { staffApi } from './staff-api.ts'
import { deleteOldInvitations, forgetInInvitations } from './store.ts'

export const staff = {
  provides: { settleByGroups },
  calls(api, house) {
    const { db, config, connections, links } = house
    const choosingSecrets = { ...house, centreWords: links.openCentreWords(db, house.catalogues, house.publicUrl) }
    joinApi(api, choosingSecrets)
    setupApi(api, {
      ...choosingSecrets,
      readFacts: () => readSetupFacts({ db, connections, readCatalogue: links.readCatalogue }),
      // A centre that is no demo is proposed to let visitors open every page directly, unless the operator has set something else.
      readSiteAccess: async () => (await readSiteAccess(db)) ?? config.siteAccess ?? (config.demo ? 'wired' : 'open'),
      markSetUp,
    })
    staffApi(api, house)
    staffSearchApi(api, house.searches)
  },
  jobs: noJobs,
  letters: noLetters,
  member: { ...nothingOfMembers, forget: forgetInInvitations },
  retention: ({ db, retention, ago }) => ({ invitations: (most) => deleteOldInvitations(db, ago(retention.invitationDays), most) }),
  searches: ({ db }) => [colleagueSearch(db)],
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

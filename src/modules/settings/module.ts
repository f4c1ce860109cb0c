import { noChecks, noFiles, noJobs, noLetters, noRetention, noSearches, nothingWatched, sellsNothing, type Module } from '../module.ts'
import { nothingOfMembers } from '../member-data.ts'
import { settingsApi } from './api.ts'
import { connectionsApi } from './connections-api.ts'

export const settings = {
  provides: {},
  calls(api, { db, config, canText, providers, ways, connections, rounds, jobs, tokens, publicUrl, links }) {
    settingsApi(api, {
      db,
      siteAccess: config.siteAccess ?? 'wired',
      demo: config.demo,
      canText,
      payWays: [...providers.serving.keys()],
      loginWays: ways.buttons,
      loginBy: (['secret', 'passkey'] as const).filter(ways.allows),
      readSite: async (locale) => {
        const { access, consent, isSetUp, face } = await links.readSite(db)
        return { access, consent, isSetUp, centre: links.presentFace(face, locale) }
      },
      currentWindow: async (now) => (await rounds.find(undefined, now)) ?? null,
    })
    connectionsApi(api, {
      db,
      connections,
      publicUrl,
      readMobile: (memberId) => links.readMobile(db, memberId),
      takeText: (now) => links.takeText(db, jobs, 'asked', now),
      isSignedPath: (path, signature) => tokens.isSignedPath(path, signature),
    })
  },
  jobs: noJobs,
  letters: noLetters,
  member: nothingOfMembers,
  retention: noRetention,
  searches: noSearches,
  orderKinds: sellsNothing,
  files: noFiles,
  checks: noChecks,
  watched: nothingWatched,
} satisfies Module

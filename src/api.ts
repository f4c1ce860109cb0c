import { buffer } from 'node:stream/consumers'
import type { Config } from './config.ts'
import type { Db, DbOrTrx, Trx } from './db/connect.ts'
import { addDeskApis } from './desk-apis.ts'
import type { Jobs } from './db/jobs.ts'
import type { Live } from './db/live.ts'
import { isPublished, usesOf } from './file-uses.ts'
import { forgetMember } from './forget-member.ts'
import { addLookingApis } from './looking-apis.ts'
import { openMerging } from './merge-members.ts'
import { addSeasonApis } from './season-apis.ts'
import { Api } from './http/call.ts'
import { publishDocs } from './http/publish-docs.ts'
import type { Log } from './http/log.ts'
import type { Clock } from './lib/clock.ts'
import { accountsApi } from './modules/accounts/api.ts'
import { loginFormApi } from './modules/accounts/form-api.ts'
import { landingLink } from './modules/accounts/landing-link.ts'
import { memberApi } from './modules/accounts/member-api.ts'
import { tokenCookie } from './modules/accounts/cookie-rules.ts'
import { findMembersNamed, readNames } from './modules/accounts/names-store.ts'
import { openSessionReader } from './modules/accounts/read-session.ts'
import { readMobile, readRecipient } from './modules/accounts/store.ts'
import { accountsStaffApi } from './modules/accounts/staff-api.ts'
import { proveApi } from './modules/accounts/prove-api.ts'
import { secondFactorApi } from './modules/accounts/second-factor-api.ts'
import { secretsApi } from './modules/accounts/secrets-api.ts'
import type { Tokens } from './modules/accounts/tokens.ts'
import { auditStaffApi } from './modules/audit/staff-api.ts'
import { writeAudit } from './modules/audit/store.ts'
import { announceFloors, type AnnounceChange } from './modules/availability/announce.ts'
import { centreApi } from './modules/centre/api.ts'
import { presentFace } from './modules/centre/present.ts'
import { centreStaffApi } from './modules/centre/staff-api.ts'
import { markSetUp, readSite } from './modules/centre/store.ts'
import { catalogueStaffApi } from './modules/catalogue/staff-api.ts'
import { catalogueSearches } from './modules/catalogue/staff-searches.ts'
import { catalogueFilesApi } from './modules/catalogue/files-api.ts'
import { exportBallotEntries } from './modules/ballots/member-data.ts'
import type { RandomSource } from './modules/ballots/random-source.ts'
import { counterApi } from './modules/desk/counter-api.ts'
import { articlesApi } from './modules/content/article-api.ts'
import { articlesStaffApi } from './modules/content/article-staff-api.ts'
import { highlightApi } from './modules/highlights/api.ts'
import { highlightStaffApi } from './modules/highlights/staff-api.ts'
import { rssApi } from './modules/content/rss-api.ts'
import { shareApi } from './modules/content/share-api.ts'
import { feedbackApi } from './modules/feedback/api.ts'
import { feedbackMemberData } from './modules/feedback/member-data.ts'
import { feedbackStaffApi } from './modules/feedback/staff-api.ts'
import { signApi } from './modules/feedback/sign-api.ts'
import { starApi } from './modules/feedback/star-api.ts'
import { filesApi } from './modules/files/api.ts'
import { keepFiles, releaseFiles } from './modules/files/keep-files.ts'
import type { FileStore } from './modules/files/storage.ts'
import { openDemandNotes } from './modules/insight/note-demand.ts'
import { lockersApi } from './modules/lockers/api.ts'
import { exportLockers } from './modules/lockers/member-data.ts'
import { openLockers } from './modules/lockers/read-store.ts'
import { settleTerm } from './modules/lockers/settle-term.ts'
import { demoInboxApi } from './modules/notifications/api.ts'
import { takeText } from './modules/notifications/text-budget.ts'
import { messagesStaffApi } from './modules/notifications/staff-api.ts'
import { openLetterWriter } from './modules/notifications/write-letters-soon.ts'
import { ordersApi } from './modules/orders/api.ts'
import { payLinkApi } from './modules/orders/pay-link-api.ts'
import { payableOrders } from './modules/orders/payable-orders.ts'
import { orderLink } from './modules/orders/order-link.ts'
import { orderMemberData } from './modules/orders/member-data.ts'
import { openPlacing } from './modules/orders/place-order.ts'
import { calendarApi } from './modules/attendance/calendar-api.ts'
import { ticketsApi } from './modules/attendance/api.ts'
import { peopleApi } from './modules/people/api.ts'
import { paymentsApi } from './modules/payments/api.ts'
import { readTerminalOf } from './modules/payments/terminal-store.ts'
import { demoGatewayApi } from '../demo/gateway/api.ts'
import type { Gateway } from './modules/payments/gateway.ts'
import { preOrderMemberData } from './modules/preorders/member-data.ts'
import { releaseDates } from './modules/preorders/release-dates.ts'
import { openRounds } from './modules/preorders/rounds.ts'
import { refundsApi } from './modules/refunds/api.ts'
import { exportRefunds } from './modules/refunds/member-data.ts'
import { openRefundSender } from './modules/refunds/send-soon.ts'
import { refundsStaffApi } from './modules/refunds/staff-api.ts'
import { staffSearchApi } from './modules/staff/search-api.ts'
import { joinApi } from './modules/staff/join-api.ts'
import { setupApi } from './modules/staff/setup-api.ts'
import { readSetupFacts } from './setup-facts.ts'
import { topicsOf } from './modules/staff/live-rules.ts'
import { staffApi } from './modules/staff/staff-api.ts'
import { settingsApi } from './modules/settings/api.ts'
import { connectionsApi } from './modules/settings/connections-api.ts'
import { readSiteAccess } from './modules/settings/store.ts'
import type { Connections } from './modules/settings/connections.ts'
import { tillsStaffApi } from './modules/tills/staff-api.ts'
import { violationsApi } from './modules/violations/api.ts'
import { exportViolations } from './modules/violations/member-data.ts'
import { exportWishes } from './modules/waiting/member-data.ts'
import { givePointsForLateCancel, withdrawPointOfExpired, withdrawPointOfMissed } from './modules/violations/give-points.ts'
import { waitingApi } from './modules/waiting/api.ts'
import { openOfferer } from './modules/waiting/offer-soon.ts'
import { openCatalogues } from './modules/venues/catalogue.ts'
import { openCentreWords } from './modules/venues/centre-words.ts'
import { venueSearches } from './modules/venues/staff-searches.ts'
import { demoAccounts, demoSecret } from '../demo/accounts.ts'
import { returnTarget } from './navigation/navigation-policy.ts'
import { courtLines, courtNamed } from './lib/court-lines.ts'

export type ApiDeps = {
  config: Pick<Config, 'demo' | 'publicUrl' | 'siteAccess' | 'trustProxy' | 'payment'>
  db: Db
  jobs: Jobs
  tokens: Tokens
  files: FileStore
  /** Notifies open pages of what has changed, after the commit: members' grids of floor, screens of the console by topic. */
  live: Live
  /** Undefined when no gateway is configured: nothing can be paid. */
  gateway: Gateway | undefined
  /** Where the random values of ballots come from: a secret of the centre, unless given. */
  random?: RandomSource
  /** Mail, texts, payment and storage as they are set, for the tests that an admin asks for. */
  connections: Connections
  clock: Clock
  log: Log
  checkAnswers: boolean
}

/** Adds the calls of all modules, and wires the modules together. */
export function buildApi({ config, db, jobs, tokens, files, live, gateway, random, connections, clock, log, checkAnswers }: ApiDeps): Api {
  const canText = connections.texts.isSet || connections.texts.isDemo
  const accounts = { db, jobs, tokens, publicUrl: config.publicUrl, canText }
  const catalogues = openCatalogues(db)
  const writeLettersSoon = openLetterWriter(db, jobs, log)
  const offerSoon = openOfferer({ db, jobs, clock, log })
  const announceFloor = announceFloors(live)
  /** Runs after the commit: open grids are told, and what was freed is offered to those who wait. */
  const announceChange: AnnounceChange = (facilityIds, days) => {
    announceFloor(facilityIds, days)
    offerSoon()
  }
  /** Runs after the commit: open grids are told, and the member's mail is written. */
  const onChanged: AnnounceChange = (facilityIds, days) => {
    announceChange(facilityIds, days)
    writeLettersSoon()
  }
  const sendRefundsSoon = openRefundSender(db, jobs, log)
  /** The same, where something may be owed back afterwards. */
  const onOwed: AnnounceChange = (facilityIds, days) => {
    onChanged(facilityIds, days)
    sendRefundsSoon()
  }
  const rounds = openRounds(db)
  const demand = openDemandNotes({ db, catalogues, log })
  const orders = {
    db,
    catalogues,
    placing: openPlacing(db, catalogues),
    onChanged,
    onTaken: demand.onTaken,
    canPay: gateway !== undefined,
    orderLink: orderLink(tokens, config.publicUrl),
  }
  const api = new Api({
    clock,
    log,
    checkAnswers,
    trustProxy: config.trustProxy,
    pagesOrigin: new URL(config.publicUrl).origin,
    readSession: openSessionReader({ db, tokens }),
    writeAudit,
    onAudited: (kinds) => live.announce(topicsOf(kinds)),
  })

  settingsApi(api, {
    db,
    siteAccess: config.siteAccess,
    demo: config.demo,
    canText,
    canPay: gateway !== undefined,
    readSite: async (locale) => {
      const { access, isSetUp, face } = await readSite(db)
      return { access, isSetUp, centre: presentFace(face, locale) }
    },
    currentWindow: async (now) => (await rounds.find(undefined, now)) ?? null,
  })
  connectionsApi(api, {
    db,
    connections,
    publicUrl: config.publicUrl,
    readMobile: (memberId) => readMobile(db, memberId),
    takeText: (now) => takeText(db, jobs, 'asked', now),
    isSignedPath: (path, signature) => tokens.isSignedPath(path, signature),
  })
  filesApi(api, {
    db,
    store: files,
    usesOf: (fileId) => usesOf(db, fileId),
    isForEverybody: (asked, now) => isPublished({ db, tokens }, asked, now),
  })
  const centre = {
    db,
    readFile: async (fileId: string) => buffer(await files.open(fileId)),
    keepFile: (trx: Trx, fileId: string, by: string, now: Date) => keepFiles(trx, [fileId], by, now, 'logoFileId'),
    releaseFile: (trx: Trx, fileId: string, now: Date) => releaseFiles(trx, [fileId], now),
    nameOfMember: async (trx: DbOrTrx, memberId: string) => (await readRecipient(trx, memberId))?.name,
  }
  centreApi(api, centre)
  centreStaffApi(api, centre)
  const choosingSecrets = { ...accounts, centreWords: openCentreWords(db, catalogues, config.publicUrl) }
  const merging = openMerging(accounts)
  accountsApi(api, { ...choosingSecrets, ...merging })
  secretsApi(api, choosingSecrets)
  proveApi(api, accounts)
  secondFactorApi(api, accounts)
  loginFormApi(api, accounts, { returnTarget, demo: config.demo ? { accounts: demoAccounts, secret: demoSecret } : undefined })
  const ofMember = orderMemberData({ db, catalogues })
  const ofCommunity = preOrderMemberData({ db, catalogues, rounds })
  memberApi(api, {
    ...merging,
    ...accounts,
    ...ofMember,
    ...ofCommunity,
    ...feedbackMemberData({ db, catalogues }),
    listOpen: async (trx, memberId, now) => [
      ...(await ofMember.listOpen(trx, memberId, now)),
      ...(await ofCommunity.listOpen(trx, memberId, now)),
      ...(await openLockers(trx, memberId, now)),
    ],
    forgetMember,
    exportLockers: (memberId, now) => exportLockers(db, memberId, now),
    exportRefunds: (memberId) => exportRefunds(db, memberId),
    exportViolations: (memberId) => exportViolations(db, memberId),
    exportBallotEntries: (memberId, locale) => exportBallotEntries({ db, catalogues }, memberId, locale),
    exportWishes: (memberId, locale, now) => exportWishes({ db, catalogues }, memberId, locale, now),
  })
  accountsStaffApi(api, accounts)
  messagesStaffApi(api, { db, jobs })
  auditStaffApi(api, { db, namesOf: (ids) => readNames(db, ids), findMembers: (words) => findMembersNamed(db, words) })
  joinApi(api, choosingSecrets)
  setupApi(api, {
    ...choosingSecrets,
    readFacts: () => readSetupFacts(db, connections),
    // The set-up proposes that visitors may open every page directly, unless a setting says otherwise.
    readSiteAccess: async () => (await readSiteAccess(db)) ?? (config.demo ? config.siteAccess : 'open'),
    markSetUp,
  })
  staffApi(api, { ...accounts, live })
  addLookingApis(api, { db, catalogues, live, demand })
  staffSearchApi(api, db, [...venueSearches(catalogues), ...catalogueSearches(db)])
  const payable = payableOrders({ announceChange: onOwed, onConfirmed: withdrawPointOfExpired, settlementHooks: { locker: settleTerm } })
  const payments = { db, jobs, tokens, log, publicUrl: config.publicUrl, gateway, orders: payable }
  paymentsApi(api, payments)
  payLinkApi(api, { ...payments, catalogues })
  ordersApi(api, orders)
  addDeskApis(api, { ...orders, ...accounts, onOwed, announceChange })
  const catalogue = { db, publicUrl: config.publicUrl, releaseDates, onChanged: onOwed }
  catalogueStaffApi(api, catalogue)
  catalogueFilesApi(api, catalogue)
  ticketsApi(api, { ...orders, tokens, onCame: withdrawPointOfMissed, writeLettersSoon })
  calendarApi(api, { ...orders, publicUrl: config.publicUrl })
  const linkTo = (path: string) => landingLink({ tokens, publicUrl: config.publicUrl }, path)
  addSeasonApis(api, { db, catalogues, rounds, files, onChanged, onOwed, random, linkTo })
  const refunds = {
    db,
    catalogues,
    onChanged,
    sendSoon: sendRefundsSoon,
    writeLettersSoon,
    onLateCancel: givePointsForLateCancel,
  }
  refundsApi(api, refunds)
  refundsStaffApi(api, refunds)
  tillsStaffApi(api, { db, terminalOf: (tillId) => readTerminalOf(db, tillId) })
  counterApi(api, { ...accounts, catalogues, orders: payable, onChanged: onOwed })
  waitingApi(api, { db, catalogues, writeLettersSoon })
  lockersApi(api, { db, onOwed: sendRefundsSoon, writeLettersSoon })
  violationsApi(api, { db, catalogues, writeLettersSoon })
  peopleApi(api, { ...merging, catalogues, writeLettersSoon })
  const content = { db, tokens, publicUrl: config.publicUrl }
  rssApi(api, content)
  articlesApi(api, content)
  articlesStaffApi(api, content)
  shareApi(api, { db, readFile: centre.readFile, catalogues, lines: (drawing) => courtLines[courtNamed(drawing)] })
  highlightApi(api, { db, files, tokens })
  highlightStaffApi(api, { db, files, jobs, tokens, publicUrl: config.publicUrl })
  const feedback = { db, tokens, files, catalogues, publicUrl: config.publicUrl, onChanged, writeLettersSoon, releaseDates }
  feedbackApi(api, feedback)
  feedbackStaffApi(api, feedback)
  signApi(api, feedback)
  starApi(api, feedback)
  if (config.demo) demoInboxApi(api, { db })
  if (config.payment?.demo) demoGatewayApi(api, { db, config: config.payment, publicUrl: config.publicUrl })
  publishDocs(api, { forEverybody: config.demo, tokenCookie })
  return api
}

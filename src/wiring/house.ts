import type { Db } from '#db/connect.ts'
import { noteFailure } from '#lib/failures.ts'
import { openDemandNotes } from '#modules/insight/note-demand.ts'
import { openInvoiceSettler } from '#modules/invoices/carry-out-deeds.ts'
import type { Ground, House, Module } from '#modules/module.ts'
import { readAllowedKinds } from '#modules/orders/line-store.ts'
import { kindIn, type OrderKinds } from '#modules/orders/order-kinds.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { openCanPayOnline } from '#modules/payments/offered-ways.ts'
import { openRounds } from '#modules/preorders/rounds.ts'
import { isConnected } from '#modules/settings/test-connection.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { demoAccounts, demoSecret } from '../../demo/accounts.ts'
import { returnTarget } from '../navigation/navigation-policy.ts'
import { isStaffTopic, mayListen } from '../navigation/staff-screens.ts'
import { fileUsesOf, usesOf } from './file-uses.ts'
import { lettersByTopic } from './letters.ts'
import { openMemberData, openMerging } from './members.ts'
import { kindsOf, links, modules as all } from './modules.ts'
import type { After, AnnounceChange } from '#modules/after.ts'
import { announceFloors } from '#modules/availability/announce.ts'
import { openLetterWriter } from '#modules/notifications/write-letters.ts'
import { openRefundSender } from '#modules/refunds/refund-open-dues.ts'
import { openOfferer } from '#modules/waiting/serve-first.ts'

/** Fails at start when there may be orders that no module settles: their payments would be taken for nothing. */
export async function requireOrderKinds(db: Db, kinds: OrderKinds): Promise<void> {
  for (const kind of await readAllowedKinds(db)) kindIn(kinds, kind)
}

/**
 * Puts together what every module may use: one copy of the catalogue, of the rounds and of all else that a process keeps. Of modules that
 * are not in the list nobody has links.
 */
export function openHouse(ground: Ground, modules: readonly Module[] = all): House {
  const { config, db, jobs, tokens, log, providers, connections } = ground
  const { publicUrl } = config
  const canText = isConnected(connections, 'texts')
  const catalogues = openCatalogues(db)
  const rounds = openRounds(db)
  const after = openAfter(ground)
  const reading = { db, catalogues, rounds }
  const orderKinds = kindsOf(modules)
  const fileUses = fileUsesOf(modules)
  return {
    ...ground,
    modules,
    publicUrl,
    canText,
    canPayOnline: openCanPayOnline(providers),
    catalogues,
    rounds,
    demand: openDemandNotes({ db, catalogues, log }),
    after,
    links,
    orderKinds,
    payable: payableOrders({
      moneyOwed: after.moneyOwed,
      onConfirmed: links.withdrawPointOfExpired,
      kinds: orderKinds,
    }),
    letters: lettersByTopic({ db, tokens, publicUrl, catalogues }, modules),
    consoleTopics: { isTopic: isStaffTopic, mayListen },
    searches: modules.flatMap(({ searches }) => searches(reading)),
    members: { ...openMemberData(reading, modules), ...openMerging({ db, jobs, tokens, publicUrl, canText, ways: ground.ways }, modules) },
    loginForm: { returnTarget, demo: config.demo ? { accounts: demoAccounts, secret: demoSecret } : undefined },
    fileUses,
    usesOf: (fileId) => usesOf(db, fileId, fileUses),
    async isPublished(asked, now) {
      for (const { files } of modules) if (await files.isShown({ db, tokens }, asked, now)) return true
      return false
    },
    onFailure: (message) => (error, id) => noteFailure(log, 'job', error, message, { id }),
  }
}

/** What follows a commit, by what has happened. */
function openAfter(ground: Pick<Ground, 'db' | 'jobs' | 'live' | 'clock' | 'log' | 'issuers'>): After {
  const { db, jobs, live, log } = ground
  const floorTaken = announceFloors(live)
  const offerSoon = openOfferer(ground)
  const lettersDue = openLetterWriter(db, jobs, log)
  const invoicesDue = openInvoiceSettler(ground)
  const sendRefunds = openRefundSender(db, jobs, log)
  const refundsDue = () => {
    sendRefunds()
    invoicesDue()
  }
  const floorChanged: AnnounceChange = (facilityIds, days) => {
    floorTaken(facilityIds, days)
    offerSoon()
  }
  const bookingsChanged: AnnounceChange = (facilityIds, days) => {
    floorChanged(facilityIds, days)
    lettersDue()
  }
  const moneyOwed: AnnounceChange = (facilityIds, days) => {
    bookingsChanged(facilityIds, days)
    refundsDue()
  }
  return { floorTaken, floorChanged, bookingsChanged, moneyOwed, lettersDue, invoicesDue, refundsDue }
}

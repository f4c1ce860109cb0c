import type { Db } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import type { Live } from '#db/live.ts'
import type { OnFailure } from '#db/one-by-one.ts'
import type { Log } from '#http/log.ts'
import { forgetStaleLimits } from '#http/rate-limits.ts'
import type { Clock } from '#lib/clock.ts'
import { noteFailure } from '#lib/failures.ts'
import { sendConfirmation, sendEmailChange } from '#modules/accounts/confirm-email.ts'
import { remindOfProofs } from '#modules/accounts/remind-of-proofs.ts'
import { sendResetLink } from '#modules/accounts/reset-secret.ts'
import { sendResetCode } from '#modules/accounts/send-sms-code.ts'
import { lettersByTopic } from './letters-by-topic.ts'
import { mergeLateRows } from './merge-members.ts'
import { deleteOldData } from './retention.ts'
import { tidyAccounts } from '#modules/accounts/tidy-accounts.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { announceFloors } from '#modules/availability/announce.ts'
import { passOnDates } from '#modules/ballots/pass-on.ts'
import { runBallots } from '#modules/ballots/run-ballots.ts'
import { commitReveal, type RandomSource } from '#modules/ballots/random-source.ts'
import { inviteToRate } from '#modules/feedback/invite-to-rate.ts'
import { removeLooseFiles } from '#modules/files/remove-loose-files.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { rebuildRollup, rollUpDays } from '#modules/insight/roll-up.ts'
import { tellSubscribers } from '#modules/insight/subscribe-report.ts'
import type { Carriers } from '#modules/notifications/carrier.ts'
import { sendDigests } from '#modules/desk/send-digests.ts'
import { makeVariants } from '#modules/highlights/make-variants.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { settleClosures } from '#modules/closures/settle-closures.ts'
import { closePastBookings } from '#modules/attendance/close-past-bookings.ts'
import { expireUnpaidOrders, remindOfTomorrow, type OnExpired } from '#modules/orders/expire-unpaid-orders.ts'
import { settleMoves } from '#modules/orders/settle-moves.ts'
import { askAboutPayment, askGateway } from '#modules/payments/ask-gateway.ts'
import type { Gateway } from '#modules/payments/gateway.ts'
import { releaseDates } from '#modules/preorders/release-dates.ts'
import { sendRefunds } from '#modules/refunds/send-refunds.ts'
import { openRefundSender } from '#modules/refunds/send-soon.ts'
import { lapseLockers } from '#modules/lockers/lapse-lockers.ts'
import { settleTerm } from '#modules/lockers/settle-term.ts'
import { remindRenters } from '#modules/lockers/remind-renters.ts'
import { releaseTexts, resumeMessages } from '#modules/notifications/resume-messages.ts'
import { sendMessage } from '#modules/notifications/send-message.ts'
import { openLetterWriter, type WriteLettersSoon } from '#modules/notifications/write-letters-soon.ts'
import { writeLetters } from '#modules/notifications/write-letters.ts'
import type { StaffTopic } from '#modules/staff/live-rules.ts'
import { offerFreedFloor } from '#modules/waiting/offer-freed-floor.ts'
import { openOfferer } from '#modules/waiting/offer-soon.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { givePointsForExpired, givePointsForMissed, withdrawPointOfExpired } from '#modules/violations/give-points.ts'

export type JobsDeps = {
  jobs: Jobs
  db: Db
  tokens: Tokens
  publicUrl: string
  files: FileStore
  carriers: Carriers
  /** Notifies open pages, after the commit. */
  live: Pick<Live, 'announce'>
  gateway?: Gateway | undefined
  /** Where the random values of ballots come from. */
  random?: RandomSource | undefined
  /** In the demo: checks guests in by itself, because there are no staff. */
  letGuestsIn?: ((db: Db, now: Date) => Promise<void>) | undefined
  /** Makes tonight's backup; undefined when none is wanted. */
  backUp?: ((now: Date) => Promise<void>) | undefined
  clock: Clock
  log: Log
}

/** For jobs over many rows: logs and counts the one that failed, while the others go on. */
const failedIn =
  (log: Log, message: string): OnFailure =>
  (error, id) =>
    noteFailure(log, 'job', error, message, { id })

type TellingDeps = JobsDeps & { writeLettersSoon: WriteLettersSoon; offerSoon: () => void }

/** Registers all jobs: what runs, and when. */
export async function startJobs(deps: JobsDeps): Promise<void> {
  const { jobs, db, log } = deps
  const telling = { ...deps, writeLettersSoon: openLetterWriter(db, jobs, log), offerSoon: openOfferer(deps) }
  await Promise.all([
    startMessageJobs(deps),
    startHourlyJobs(deps),
    startLetterJobs(deps),
    startBookingJobs(telling),
    startClosureJobs(telling),
    startBallotJobs(telling),
    startWaitingJobs(telling),
    startPaymentJobs(telling),
    startPictureJobs(deps),
    startInsightJobs(telling),
    startBackupJob(deps),
  ])

  // At start: a carrier may have been set while messages waited for it
  await jobs.send(db, 'resume-messages', {})
}

/** Every night at half past three, when the fewest people book. */
async function startBackupJob({ jobs, backUp, clock }: JobsDeps): Promise<void> {
  await jobs.work('back-up', async () => backUp?.(clock.now()))
  await jobs.schedule('back-up', '30 3 * * *')
}

/** Jobs that run as soon as the transaction that asks for them has committed. */
async function startMessageJobs({ jobs, db, tokens, publicUrl, carriers, live, clock, log }: JobsDeps): Promise<void> {
  const accounts = { db, jobs, tokens, publicUrl, canText: carriers.sms !== undefined }
  await jobs.work('send-message', async ({ messageId }, { number }) => {
    const outcome = await sendMessage({ db, carriers, clock, log }, messageId, number)
    live.announce(['messages' satisfies StaffTopic])
    if (outcome === 'again') return 'again'
  })

  await jobs.work('confirmation-asked', (asked) => sendConfirmation(accounts, asked, clock.now()))
  await jobs.work('email-change-asked', (asked) => sendEmailChange(accounts, asked, clock.now()))
  await jobs.work('reset-link-asked', (asked) => sendResetLink(accounts, asked, clock.now()))
  await jobs.work('reset-code-asked', (asked) => sendResetCode(accounts, asked, clock.now()))
  await jobs.work('merge-late-rows', ({ memberId }) => db.transaction().execute((trx) => mergeLateRows(trx, memberId, clock.now())))
  await jobs.work('text-budget-spent', async ({ perHour }) => {
    log.error({ alarm: 'text-budget-spent', perHour }, 'no more codes or no more notices are sent by text in this hour')
  })
}

/** Jobs that run every hour, in one process of the installation. */
async function startHourlyJobs({ jobs, db, files, carriers, publicUrl, clock, log }: JobsDeps): Promise<void> {
  await jobs.work('resume-messages', () => resumeMessages(db, jobs, carriers, log, clock.now()))
  await jobs.schedule('resume-messages', '5 * * * *')
  await jobs.work('remove-loose-files', async () => {
    const removed = await removeLooseFiles(db, files, clock.now())
    if (removed > 0) log.info({ removed }, 'loose files were removed')
  })
  await jobs.schedule('remove-loose-files', '15 * * * *')
  await jobs.work('forget-stale-limits', () => forgetStaleLimits(db, clock.now()))
  await jobs.schedule('forget-stale-limits', '25 * * * *')
  await jobs.work('tidy-accounts', () => tidyAccounts(db, clock.now(), failedIn(log, 'old rows of accounts could not be deleted')))
  await jobs.schedule('tidy-accounts', '35 * * * *')
  await jobs.work('remind-of-proofs', () => remindOfProofs({ db, jobs, publicUrl }, clock.now(), failedIn(log, 'a proof got no reminder')))
  await jobs.schedule('remind-of-proofs', '40 * * * *')
  await jobs.work('send-digests', () => sendDigests({ db, jobs, publicUrl }, clock.now(), failedIn(log, 'a digest could not be written')))
  await jobs.schedule('send-digests', '2 * * * *')
  await jobs.work('delete-old-data', async () => {
    await deleteOldData(db, clock.now(), log)
  })
  await jobs.schedule('delete-old-data', '45 * * * *')
}

/** Writing letters: every minute, and soon after something has happened that is to be told. */
async function startLetterJobs({ jobs, db, tokens, publicUrl, clock, log }: JobsDeps): Promise<void> {
  const letters = lettersByTopic({ db, tokens, publicUrl })
  await jobs.work('write-letters', async () => {
    await writeLetters({ db, jobs, log }, letters, clock.now())
    await releaseTexts(db, jobs, log, clock.now())
  })
  await jobs.schedule('write-letters', '* * * * *')
}

/** Bookings and rentals whose time has come: unpaid, past, of tomorrow, to be rated, ending. */
async function startBookingJobs({
  jobs,
  db,
  live,
  gateway,
  letGuestsIn,
  clock,
  log,
  writeLettersSoon,
  offerSoon,
}: TellingDeps): Promise<void> {
  await jobs.work('expire-unpaid-orders', async () => {
    const onExpired: OnExpired = async (trx, expired, now) => {
      await givePointsForExpired(trx, gateway ? expired : expired.filter((order) => order.payAtDesk), now) // Without it, only at the desk.
      await lapseLockers(trx, expired, now)
    }
    const onFailure = failedIn(log, 'an order could not be warned or expired')
    announceFloors(live)(await expireUnpaidOrders(db, clock.now(), onExpired, passOnDates, onFailure))
    writeLettersSoon()
    offerSoon()
  })
  await jobs.schedule('expire-unpaid-orders', '* * * * *')
  await jobs.work('close-past-bookings', async () => {
    await letGuestsIn?.(db, clock.now())
    await closePastBookings(db, clock.now(), givePointsForMissed, failedIn(log, 'a past order could not be closed'))
    writeLettersSoon()
  })
  await jobs.schedule('close-past-bookings', '* * * * *')
  const catalogues = openCatalogues(db)
  await jobs.work('settle-moves', async () => {
    announceFloors(live)(await settleMoves({ db, catalogues }, clock.now(), failedIn(log, 'moves of an order could not be settled')))
    writeLettersSoon()
    offerSoon()
  })
  await jobs.schedule('settle-moves', '* * * * *')
  await jobs.work('remind-of-tomorrow', async () => {
    await remindOfTomorrow(db, clock.now(), failedIn(log, 'a booking got no reminder'))
    writeLettersSoon()
  })
  await jobs.schedule('remind-of-tomorrow', '0 * * * *')
  await jobs.work('invite-to-rate', async () => {
    await inviteToRate(db, clock.now(), failedIn(log, 'a visit got no invitation to rate it'))
    writeLettersSoon()
  })
  await jobs.schedule('invite-to-rate', '10 * * * *')
  await jobs.work('remind-renters', async () => {
    await remindRenters(db, clock.now(), failedIn(log, 'a rental got no reminder'))
    writeLettersSoon()
  })
  await jobs.schedule('remind-renters', '20 * * * *')
}

/** Closures that are running: soon after one was accepted, and every minute, in case a process died half way. */
async function startClosureJobs({ jobs, db, live, clock, log, writeLettersSoon, offerSoon }: TellingDeps): Promise<void> {
  const sendRefundsSoon = openRefundSender(db, jobs, log)
  const catalogues = openCatalogues(db)
  await jobs.work('run-closures', async (_, { signal }) => {
    const onSettled = (facilityIds: number[]) => {
      announceFloors(live)(facilityIds)
      writeLettersSoon()
      sendRefundsSoon()
      offerSoon()
    }
    await settleClosures({ db, catalogues, releaseDates, clock, log, onSettled, isStopping: () => signal.aborted })
  })
  await jobs.schedule('run-closures', '* * * * *')
}

/** Ballots whose time has come: wishes to fix, draws that are due, offers that are over. Every minute, in case a process died half way. */
async function startBallotJobs({ jobs, db, random = commitReveal, live, clock, log, writeLettersSoon }: TellingDeps): Promise<void> {
  await jobs.work('run-ballots', async () => {
    announceFloors(live)(await runBallots({ db, random, log }, clock.now()))
    live.announce(['bookings' satisfies StaffTopic])
    writeLettersSoon()
  })
  await jobs.schedule('run-ballots', '* * * * *')
}

/** The waiting list: soon after floor came free, and every minute, in case a process died half way or the night is over. */
async function startWaitingJobs({ jobs, db, live, gateway, clock, log, writeLettersSoon }: TellingDeps): Promise<void> {
  const onFailure = failedIn(log, 'freed floor could not be offered')
  const offering = { db, catalogues: openCatalogues(db), canPayOnline: gateway !== undefined, onFailure }
  await jobs.work('offer-freed-floor', async () => {
    announceFloors(live)(await offerFreedFloor(offering, clock.now()))
    writeLettersSoon()
  })
  await jobs.schedule('offer-freed-floor', '* * * * *')
}

/** Asks the gateway every five minutes for what it has not told by itself; sends refunds every minute, and soon after something is owed or decided. */
async function startPaymentJobs({ jobs, db, live, gateway, clock, log, writeLettersSoon }: TellingDeps): Promise<void> {
  const payments = gateway && {
    db,
    gateway,
    log,
    orders: payableOrders({
      announceChange: (facilityIds) => (announceFloors(live)(facilityIds), writeLettersSoon()),
      onConfirmed: withdrawPointOfExpired,
      settlementHooks: { locker: settleTerm },
    }),
  }
  await jobs.work('ask-gateway', async () => payments && askGateway(payments, clock.now()))
  await jobs.schedule('ask-gateway', '*/5 * * * *')
  await jobs.work('ask-about-payment', async ({ tradeNo }) => payments && askAboutPayment(payments, tradeNo, clock.now()))

  const refunding = { db, catalogues: openCatalogues(db), gateway, log }
  const send = async () => {
    await sendRefunds(refunding, clock)
    writeLettersSoon()
  }
  await jobs.work('send-refunds', send)
  await jobs.work('send-refunds-soon', send)
  await jobs.schedule('send-refunds', '* * * * *')
}

/** Pictures in the sizes that pages show: soon after a story was saved, and at start. */
async function startPictureJobs({ jobs, db, files, clock, log }: JobsDeps): Promise<void> {
  await jobs.work('make-pictures', async () => {
    const made = await makeVariants({ db, files }, clock.now(), { onFailure: failedIn(log, 'a picture could not be made') })
    if (made > 0) log.info({ made }, 'pictures were made')
  })
  await jobs.send(db, 'make-pictures', {})
}

/** Counts of past days: every ten minutes what is over or has changed, and everything when somebody asks. Once a month, who wants to be told of the report. */
async function startInsightJobs({ jobs, db, clock, log, writeLettersSoon }: TellingDeps): Promise<void> {
  await jobs.work('roll-up-insight', async () => {
    await rollUpDays(db, clock.now())
  })
  await jobs.schedule('roll-up-insight', '*/10 * * * *')
  await jobs.work('rebuild-insight', async () => {
    log.info({ days: await rebuildRollup(db, clock.now()) }, 'the figures of insight were counted again')
  })
  await jobs.work('tell-month-over', async () => {
    await tellSubscribers(db, clock.now(), failedIn(log, 'a subscriber could not be told of a report'))
    writeLettersSoon()
  })
  await jobs.schedule('tell-month-over', '30 * * * *')
}

import type { Words } from '#i18n/words.ts'

/**
 * A setting is something that the centre decides and may change while the service runs.
 * A setting without a row has the default below.
 */
export type SiteAccess = 'wired' | 'open'

/** How somebody who registers on the screen consents, from the least formal to the most. */
export const consentWays = ['tick', 'typed', 'drawn'] as const
export type ConsentWay = (typeof consentWays)[number]

/** With the signed paper, which is always taken. */
export const consentForms = [...consentWays, 'paper'] as const
export type ConsentForm = (typeof consentForms)[number]

/** What is more formal than the centre asks for is taken too. */
export const mayConsentBy = (given: ConsentForm, asked: ConsentWay): boolean => consentForms.indexOf(given) >= consentForms.indexOf(asked)

/** A column of the file for the bank; the kinds are those of transfer-rules.ts. */
type TransferColumn = {
  kind: TransferColumnKind
  title: string
  text: string
  width: number | null
  fill: 'spaces-after' | 'spaces-before' | 'zeros-before'
}

export const defaultSettings = {
  sms: { codeMinutes: 5, resendSeconds: 60, perDay: 5, perAddressHour: 30, wrongTries: 5, wrongTriesOfOthers: 10, perCentreHour: 300 },
  login: {
    /** Limit for one name from one address. */
    triesPerAccount: 5,
    triesPerAddress: 20,
    /** Limit for one name from all addresses together, against guessing from many addresses. */
    triesFromAnywhere: 100,
    /** Limit on a device that has logged in as this member before. */
    triesPerDevice: 5,
    /** Limit for codes of the second factor in one session, and of one member in all sessions. */
    secondFactorTries: 5,
    secondFactorTriesFromAnywhere: 20,
    passkeyAsksPerAddressHour: 1200,
    firstWaitSeconds: 30,
    longestWaitSeconds: 3600,
    forgiveMinutes: 60,
  },
  consent: { way: 'drawn' as ConsentWay },
  registration: { perAddressHour: 30, unconfirmedDays: 7 },
  links: { confirmHours: 72, resetMinutes: 30, undoHours: 72, mailsPerAddressHour: 5, asksPerCallerHour: 60, resetsPerCallerHour: 60 },
  /** `staffIdleMinutes`: a session of staff ends after this long without use. */
  session: { days: 14, idleDays: 10, staffIdleMinutes: 60 },
  booking: {
    daysAhead: 7,
    /** Minute of the day at which the last bookable day opens. */
    opensAtMinute: 0,
    minutesPerDayAndSport: 120,
    minutesPerWeek: 240,
    payMinutes: 15,
    deskPayMinutes: 1440,
    warnMinutes: 5,
    numberDaysAhead: 4,
    moveHours: 24,
    movesPerBooking: 2,
    payAtDesk: false,
    payAtDeskHours: 0,
    openDeskOrders: 2,
    offerLeadHours: 2,
    offerEarlier: false,
  },
  checkIn: { opensMinutes: 30, noShowMinutes: 10 },
  violations: {
    pointsToSuspend: 3,
    pointDays: 180,
    suspendDays: 90,
    lateCancelHours: 48,
    forNoShow: true,
    forExpired: true,
  },
  lockers: { payDays: 5, renewDays: 7, remindDays: [1, 7, 14], clearDays: 14 },
  refunds: {
    hourly: [
      { days: 3, percent: 100 },
      { days: 1, percent: 50 },
      { days: 0, percent: 0 },
    ],
    sessions: [
      { days: 10, percent: 100 },
      { days: 7, percent: 50 },
      { days: 4, percent: 30 },
      { days: 0, percent: 0 },
    ],
  },
  transfers: {
    secondPersonAbove: 0,
    layout: 'separated' as 'separated' | 'fixed',
    separator: 'comma' as 'comma' | 'semicolon' | 'tab' | 'bar',
    quotes: true,
    header: true,
    encoding: 'utf-8-bom' as 'utf-8' | 'utf-8-bom' | 'big5',
    lineEnd: 'crlf' as 'crlf' | 'lf',
    columns: [
      { kind: 'reference', title: '退費編號', text: '', width: null, fill: 'spaces-after' },
      { kind: 'bankCode', title: '銀行代碼', text: '', width: null, fill: 'spaces-after' },
      { kind: 'account', title: '帳號', text: '', width: null, fill: 'spaces-after' },
      { kind: 'holder', title: '戶名', text: '', width: null, fill: 'spaces-after' },
      { kind: 'amount', title: '金額', text: '', width: null, fill: 'spaces-after' },
    ] as TransferColumn[],
  },
  rounds: { periodsPerWeek: 2, minutesPerPeriod: 120, payDays: 7, seasonWeeks: 13, giveBackHours: 48 },
  documents: {
    kinds: [
      { code: 'application', name: { tw: '申請書', en: 'Application form' } },
      { code: 'affidavit', name: { tw: '切結書', en: 'Affidavit' } },
      { code: 'roster', name: { tw: '團體名冊', en: 'Roster' } },
    ] as { code: string; name: Words; retired?: true | undefined }[],
    atMost: 10,
  },
  /** `proofDays`: so many days before a proof of identity ends, its member is reminded. `digest`: staff are told what waits. */
  reminders: {
    tomorrow: true,
    tomorrowHour: 18,
    rating: true,
    ratingHour: 10,
    lockers: true,
    lockersHour: 9,
    proofs: true,
    proofDays: 21,
    proofsHour: 9,
    digest: true,
    digestHour: 7,
  },
  /** Retention periods, in days or years: docs/privacy.md. */
  retention: {
    messageDays: 180,
    eventDays: 180,
    noticeDays: 400,
    moneyYears: 5,
    auditYears: 5,
    occupancyDays: 100,
    refusedUploadDays: 180,
    reporterDays: 730,
    invitationDays: 30,
  },
  /** Links that make somebody a member of staff. `recoverHours`: those made at the machine. */
  staff: { setupHours: 1, recoverHours: 1, inviteHours: 72, invitesPerAdminHour: 20, invitesPerAddressDay: 5, joinsPerCallerHour: 60 },
  calendar: { readsPerHour: 60, wrongPerAddressHour: 30 },
}

/** All groups of settings: the rules that a centre decides (rules-wire.ts), and technical limits. */
export type Limits = typeof defaultSettings

/** How long the doctor's signed question is good. */
const arrivalMinutes = 1

/** The call by which the doctor learns how its request arrived, with the moment at which it was signed. */
export const arrivalPath = (now: Date): string => `/api/Connection/Arrival?at=${now.getTime()}`

export const isFreshArrival = (at: number, now: Date): boolean => Math.abs(now.getTime() - at) <= arrivalMinutes * 60_000

/** What a column of the bank's file holds. `rocDay`: the day by the calendar of the Republic, 1151116. */
export const transferColumnKinds = [
  'reference',
  'order',
  'bankCode',
  'account',
  'bankAndAccount',
  'holder',
  'amount',
  'amountCents',
  'day',
  'rocDay',
  'number',
  'text',
] as const
export type TransferColumnKind = (typeof transferColumnKinds)[number]

/** Refund tiers, and those that held before, each until a moment, the oldest first. */
export type RefundRules = Limits['refunds'] & { before?: (Limits['refunds'] & { until: string })[] }

/** The tiers of the moment at which something was booked: a later change of the rules does not take money away. */
export const refundTiersAt = ({ before = [], ...present }: RefundRules, bookedAt: Date): Limits['refunds'] =>
  before.find(({ until }) => bookedAt < new Date(until)) ?? present

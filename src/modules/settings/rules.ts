/**
 * A setting is something that the centre decides and may change while the service runs.
 * What is not in the table has the default below.
 */
export type SiteAccess = 'wired' | 'open'

/** When communities may look at the coming season, and when they may order. */
export type PreOrderWindow = { viewStart: Date; orderStart: Date; end: Date }

type Words = { tw: string; en: string }

/** Where the centre is and how it is reached: what stands at the foot of every page and on a ticket. */
export type CentreContact = {
  phone: string
  email: string
  address: Words
  deskHours: Words
  parking: Words
  latitude: number
  longitude: number
}

export const defaultSettings = {
  sms: { codeMinutes: 5, resendSeconds: 60, perDay: 5, perAddressHour: 30, wrongTries: 5, wrongTriesOfOthers: 10, perCentreHour: 300 },
  login: {
    /** For one name from one address. */
    triesPerAccount: 5,
    triesPerAddress: 20,
    /** For one name from all addresses together: bounds guessing from many of them. */
    triesFromAnywhere: 100,
    /** On a device that has logged in before. */
    triesPerDevice: 5,
    firstWaitSeconds: 30,
    longestWaitSeconds: 3600,
    forgiveMinutes: 60,
  },
  registration: { perAddressHour: 30, unconfirmedDays: 7 },
  links: { confirmHours: 72, resetMinutes: 30, undoHours: 72, mailsPerAddressHour: 5, asksPerCallerHour: 60, resetsPerCallerHour: 60 },
  session: { days: 14, idleDays: 10 },
  booking: {
    daysAhead: 7,
    minutesPerDayAndSport: 120,
    minutesPerWeek: 240,
    payMinutes: 15,
    deskPayMinutes: 1440,
    warnMinutes: 5,
    numberDaysAhead: 4,
  },
  checkIn: { opensMinutes: 30, noShowMinutes: 10 },
  violations: { pointsToSuspend: 3, pointDays: 180, suspendDays: 90, lateCancelHours: 48 },
  lockers: { payDays: 5, renewDays: 7, clearDays: 14 },
  /** For how many days, or years, what is over is kept: docs/privacy.md. */
  retention: {
    messageDays: 180,
    eventDays: 180,
    noticeDays: 400,
    moneyYears: 5,
    occupancyDays: 100,
    refusedUploadDays: 180,
    reporterDays: 730,
  },
  calendar: { readsPerHour: 60, wrongPerAddressHour: 30 },
} as const

export type Limits = {
  [Group in keyof typeof defaultSettings]: { [Key in keyof (typeof defaultSettings)[Group]]: number }
}

export type Phase = 'not-yet' | 'view-only' | 'open' | 'ended'

/** D2, to the millisecond: both ends belong to the window. */
export function phaseOf({ viewStart, orderStart, end }: PreOrderWindow, now: Date): Phase {
  if (now < viewStart) return 'not-yet'
  if (now < orderStart) return 'view-only'
  return now <= end ? 'open' : 'ended'
}

export const isPreOrderStarted = (window: PreOrderWindow | null, now: Date): boolean => window !== null && phaseOf(window, now) === 'open'

export const isPreOrderOpen = (window: PreOrderWindow | null, now: Date): boolean =>
  isPreOrderStarted(window, now) || (window !== null && phaseOf(window, now) === 'view-only')

import type { forgetPreference } from './invoices/buyer-store.ts'
import type { passOnDates } from './ballots/pass-on.ts'
import type { hasEntries } from './ballots/entry-store.ts'
import type { noteExtended } from '#modules/ballots/offer-store.ts'
import type { removeFeed } from './attendance/store.ts'
import type { findFree, findOffers, findTimes } from './availability/find-free.ts'
import type { presentFace } from './centre/present.ts'
import type { readSite } from './centre/store.ts'
import type { readWords } from './closures/closure-store.ts'
import type { readClosures } from './closures/store.ts'
import type { readAverage } from './feedback/rating-store.ts'
import type { keepFiles, releaseFiles } from './files/keep-files.ts'
import type { takeText } from './notifications/text-budget.ts'
import type { followMove } from './preorders/date-store.ts'
import type { releaseDates } from './preorders/release-dates.ts'
import type { giveBackItem } from '#modules/refunds/write-refund.ts'
import type { readSlipsOf } from './refunds/slip-store.ts'
import type { readBackSums } from './refunds/part-store.ts'
import type { readCatalogue } from './venues/store.ts'
import type { SettleByGroups } from '#modules/logins/deps.ts'
import type { openCentreWords } from '#modules/venues/closure-words.ts'
import type {
  countLateCancelPoints,
  givePointsForExpired,
  givePointsForLateCancel,
  givePointsForMissed,
  hasPointForExpired,
  withdrawPointOfExpired,
  withdrawPointOfMissed,
} from './violations/give-points.ts'
import type { serveFirst } from './waiting/serve-first.ts'
import type { findMembersNamed, readNames } from './accounts/names-store.ts'
import type { readMobile, readRecipient } from './accounts/store.ts'

/**
 * What a module uses of one that stands beside it or further right, and cannot import: by the noun that it is about. Each is provided by
 * one module (`provides` of its module.ts); that none is missing is checked when the list of modules is compiled.
 */
export type Links = {
  /** accounts */
  readMobile: typeof readMobile
  readRecipient: typeof readRecipient
  readNames: typeof readNames
  findMembersNamed: typeof findMembersNamed
  /** centre */
  readSite: typeof readSite
  presentFace: typeof presentFace
  /** files */
  keepFiles: typeof keepFiles
  releaseFiles: typeof releaseFiles
  /** notifications */
  takeText: typeof takeText
  /** attendance */
  removeCalendar: typeof removeFeed
  /** invoices */
  forgetBuyer: typeof forgetPreference
  /** staff */
  settleByGroups: SettleByGroups
  /** venues */
  readCatalogue: typeof readCatalogue
  openCentreWords: typeof openCentreWords
  /** availability */
  findFree: typeof findFree
  findOffers: typeof findOffers
  findTimes: typeof findTimes
  /** preorders */
  followMove: typeof followMove
  releaseDates: typeof releaseDates
  /** ballots */
  passOnDates: typeof passOnDates
  hasEntries: typeof hasEntries
  noteExtended: typeof noteExtended
  /** closures */
  readClosures: typeof readClosures
  readClosureWords: typeof readWords
  /** refunds */
  giveBackItem: typeof giveBackItem
  readBackSums: typeof readBackSums
  readSlipsOf: typeof readSlipsOf
  /** violations */
  countLateCancelPoints: typeof countLateCancelPoints
  givePointsForExpired: typeof givePointsForExpired
  givePointsForLateCancel: typeof givePointsForLateCancel
  givePointsForMissed: typeof givePointsForMissed
  hasPointForExpired: typeof hasPointForExpired
  withdrawPointOfExpired: typeof withdrawPointOfExpired
  withdrawPointOfMissed: typeof withdrawPointOfMissed
  /** waiting */
  serveFirst: typeof serveFirst
  /** feedback */
  readAverage: typeof readAverage
}

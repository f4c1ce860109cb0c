import type { ReviewState } from '#modules/accounts/rules.ts'

/**
 * A double is a second row of one person: a guest who became a member, or somebody who registered twice. Merging gives its
 * bookings, money and points to the row that is kept, and closes the double for good.
 */

/** One of the two rows, as it is shown beside the other. */
export type MergeSide = {
  id: string
  name: string
  account: string
  email: string
  mobile: string
  isGuest: boolean
  isConfirmed: boolean
  /** Of staff. */
  roles: readonly string[]
  identity: { tw: string; en: string }
  community: { name: string; state: ReviewState } | null
  hasOpenProof: boolean
  hasLocker: boolean
  /** Of a club: others than itself act for it. */
  hasPeople: boolean
  createdAt: Date
  lastOrderAt: Date | null
}

/** What follows to the kept member, in counts and sums. */
export type Following = {
  orders: number
  /** Bookings that are still to come. */
  coming: number
  paid: number
  givenBack: number
  /** Money that still has to go back. */
  owed: number
  preOrders: number
  /** Points that count, and whether a suspension is in force or to come. */
  points: number
  isSuspended: boolean
  lockers: number
  proofs: number
  reports: number
  ratings: number
  notes: number
  files: number
}

/** What ends with the double. */
export type Ending = { sessions: number; passkeys: number; calendars: number }

export type Merge = {
  kept: MergeSide
  double: MergeSide
  follows: Following
  ends: Ending
  /** Points that count of the kept member: with those of the double they may be enough for a suspension. */
  keptPoints: number
}

export type WhyNotMerged =
  | 'account_into_guest'
  | 'kept_unconfirmed'
  | 'merge_staff_refused'
  | 'club_has_people'
  | 'both_are_communities'
  | 'both_have_lockers'
  | 'both_under_review'
  | 'merge_needs_manager'

/** Every reason why these two cannot be merged by somebody with these roles; none: they can. */
export function whyNotMerged({ kept, double }: Pick<Merge, 'kept' | 'double'>, roles: readonly string[]): WhyNotMerged[] {
  const reasons: [boolean, WhyNotMerged][] = [
    // Accounts of staff name who did what, and money must not move into the account of somebody who moves money.
    [kept.roles.length > 0 || double.roles.length > 0, 'merge_staff_refused'],
    [kept.isGuest && !double.isGuest, 'account_into_guest'],
    // A registration that is never confirmed is deleted.
    [!kept.isGuest && !kept.isConfirmed, 'kept_unconfirmed'],
    // Who is in a club is not the club: it would lose its people, or they their own account.
    [kept.hasPeople || double.hasPeople, 'club_has_people'],
    [kept.community !== null && double.community !== null, 'both_are_communities'],
    [kept.hasLocker && double.hasLocker, 'both_have_lockers'],
    [kept.hasOpenProof && double.hasOpenProof, 'both_under_review'],
    [!double.isGuest && !roles.includes('manager') && !roles.includes('admin'), 'merge_needs_manager'],
  ]
  return reasons.filter(([isSo]) => isSo).map(([, code]) => code)
}

/** Guests who have booked within these days follow by themselves when somebody registers with their mobile: numbers are given to others later. */
export const claimDays = 365

/**
 * People are the members as the desk sees them: found by any part of a name, by the start or end of a mobile or an order number,
 * by the start of an address or an account, and shown on one card with everything that the centre knows of them.
 */

export const notesAtMost = 100
export const maxNote = 1000
/** The longest suspension that staff give at once. */
export const maxSuspendDays = 365

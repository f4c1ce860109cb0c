/**
 * The state of what holds floor, as the board and the overview of all halls show it: by a colour, a sign and a word.
 * `held`: kept for somebody who was offered it. `club`: a date of a pre-order that has no order yet.
 */
export const floorStates = ['paid', 'in', 'unpaid', 'arrival', 'missed', 'held', 'club', 'closure'] as const
export type FloorState = (typeof floorStates)[number]

type Holder = {
  kind: 'booking' | 'club' | 'closure' | 'offer'
  booking: { paid: boolean; payAtDesk: boolean; checkedIn: boolean; missed: boolean } | null
}

export function floorStateOf({ kind, booking }: Holder): FloorState {
  if (kind === 'closure' || kind === 'club') return kind
  // Without a booking of its own: held for one that moves here once its difference is paid, or once its member takes what was offered.
  if (!booking) return 'held'
  if (booking.missed) return 'missed'
  if (booking.checkedIn) return 'in'
  if (booking.paid) return 'paid'
  return booking.payAtDesk ? 'arrival' : 'unpaid'
}

/** offered: a closure took its floor, and other floor was held for its member. returned: it has its own back. removed: the centre cancelled it. merged: its order came from a double of its member. */
export const momentKinds = [
  'placed',
  'confirmed',
  'checked-in',
  'missed',
  'moved',
  'parked',
  'offered',
  'returned',
  'removed',
  'closed',
  'merged',
] as const

import { formatTime } from '#i18n/dates.ts'
import type { FacilityTimes } from '#modules/venues/wire.ts'
import type { CartPiece } from '#ui/orders/cart-periods.ts'

/** A time of a facility at which something is free. */
export type Time = FacilityTimes['times'][number]

export const sayStretch = ({ start, end }: Time): string => `${formatTime(new Date(start))}–${formatTime(new Date(end))}`

/** The courts that are free at a time, as what the cart would hold. */
export function piecesOf({ facility, courts }: FacilityTimes, { start, end, courts: free }: Time): CartPiece[] {
  return free.flatMap(({ id, price }) => {
    const court = courts.find((one) => one.id === id)
    if (!court) return []
    return [
      { facilityId: facility.id, facility: facility.name, courtId: id, court: court.name, start, end, price, sharesWith: court.sharesWith },
    ]
  })
}

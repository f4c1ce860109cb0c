import { m } from '#i18n/generated/messages.js'
import { minuteOf, timeFrom } from '#lib/zone.ts'
import type { ScheduleAnswer } from '#modules/availability/wire.ts'
import { toast } from '#ui/kit/toast.tsx'
import { renewPieces, useCart } from '#ui/orders/cart.ts'
import { useEffect } from 'react'
import { reviewPieces } from './review-pieces.ts'

/** Removes chosen slots from the cart that are no longer free, and tells the member. */
export function LostPieces({ schedule }: { schedule: ScheduleAnswer }): null {
  const pieces = useCart((cart) => cart.pieces)
  useEffect(() => {
    const { renewed, lost } = reviewPieces(pieces, schedule)
    if (renewed.size > 0) renewPieces((piece) => (renewed.has(piece) ? renewed.get(piece) : piece))
    for (const { piece, state } of lost) {
      const what = { court: piece.court, time: timeFrom(minuteOf(new Date(piece.start))) }
      // A slot that the member has booked is no loss.
      if (state !== 'mine') toast('warning', state === 'past' ? m.grid_lost_past(what) : m.grid_lost(what))
    }
  }, [schedule, pieces])
  return null
}

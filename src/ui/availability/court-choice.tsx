import { m } from '#i18n/generated/messages.js'
import { dayOf } from '#lib/zone.ts'
import type { FacilityTimes } from '#modules/venues/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { lazyWithRetry } from '#ui/kit/lazy-with-retry.tsx'
import { isChosen, type CartPiece } from '#ui/orders/cart-periods.ts'
import { dropPiece, togglePiece, useCart } from '#ui/orders/cart.ts'
import { sayRefused } from '#ui/orders/say-refused.ts'
import { useInSight } from '#ui/kit/use-in-sight.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { sayAmount } from '#ui/venues/venue-words.ts'
import { useState } from 'react'
import { choosePiece } from './choose-piece.ts'
import { piecesOf, sayStretch, type Time } from './time-pieces.ts'
import style from './time-choice.module.css'

/** Loaded for members only. */
const AllowanceLine = lazyWithRetry(async () => (await import('./allowance-line.tsx')).AllowanceLine)

/**
 * The courts that are free at a time, and for members how many hours they may book on that day. One court is what most want: pressing
 * another one takes it instead. Whoever wants several says so first.
 */
export function Courts({ found, time, priced = false }: { found: FacilityTimes; time: Time; priced?: boolean }) {
  const loggedIn = isLoggedIn(useViewer())
  const cart = useCart(({ pieces }) => pieces)
  const [asksForMore, setAsksForMore] = useState(false)
  const shown = useInSight<HTMLDivElement>(time.start)
  const pieces = piecesOf(found, time)
  const chosen = pieces.filter((piece) => isChosen(cart, piece))
  const several = chosen.length > 1 || (asksForMore && chosen.length > 0)
  const isOneOfMany = chosen.length > 0 && pieces.length > 1
  const press = (piece: CartPiece) => sayRefused(choosePiece(piece, several ? [] : chosen, { togglePiece, dropPiece }), piece.court)
  return (
    <div ref={shown}>
      {loggedIn && <AllowanceLine facilityId={found.facility.id} day={dayOf(new Date(time.start))} />}
      <div className={style.courts} role="group" aria-label={m.venues_courts_at({ time: sayStretch(time) })}>
        {pieces.map((piece) => (
          <CourtButton key={piece.courtId} piece={piece} isChosen={chosen.includes(piece)} priced={priced} onPress={press} />
        ))}
      </div>
      {isOneOfMany && (
        <p className={style.more} role="status">
          {several ? m.venues_courts_several() : m.venues_court_instead()}
          {!several && (
            <Button look="quiet" onClick={() => setAsksForMore(true)}>
              {m.venues_court_more()}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

type ButtonProps = { piece: CartPiece; isChosen: boolean; priced: boolean; onPress(piece: CartPiece): void }

function CourtButton({ piece, isChosen: chosen, priced, onPress }: ButtonProps) {
  return (
    <button type="button" className={style.court} aria-pressed={chosen} onClick={() => onPress(piece)}>
      {chosen && <Icon name="check" size={16} />}
      <span>{piece.court}</span>
      {priced && <small>{sayAmount(piece.price)}</small>}
    </button>
  )
}

import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatPeriod } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import { dayOf } from '#lib/zone.ts'
import type { OfferWire } from '#modules/venues/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { isChosen, type CartPiece } from '#ui/orders/cart-periods.ts'
import { togglePiece, useCart } from '#ui/orders/cart.ts'
import { sayRefused } from '#ui/orders/say-refused.ts'
import { Link } from '@tanstack/react-router'
import { FacilityCard } from '#ui/venues/facility-card.tsx'
import style from './offer-card.module.css'
import { sayAmount } from '#ui/venues/venue-words.ts'

const shownCourts = 6

/** A facility with free courts at the requested time, each to be chosen with one press. An alternative also says when. */
export function OfferCard({ offer, alternative = false }: { offer: OfferWire; alternative?: boolean }) {
  const { facility, courts, deposit } = offer
  const [start, end] = [new Date(offer.start), new Date(offer.end)]
  const date = dayOf(start)
  const more = courts.length - shownCourts
  return (
    <FacilityCard facility={facility} date={date} nested={alternative}>
      {(alternative || facility.sessions.length > 0) && <p className={style.when}>{formatPeriod(start, end, getLocale())}</p>}
      <p className="facts note">
        <Chip tone="good">{courts.length === 1 ? m.venues_free_one() : m.venues_free({ n: courts.length })}</Chip>
        {deposit > 0 && <span>{m.venues_deposit_too({ amount: formatMoney(deposit) })}</span>}
      </p>
      <ul className={style.courts}>
        {courts.slice(0, shownCourts).map(({ id, name, price, sharesWith }) => (
          <li key={id}>
            <CourtButton
              piece={{
                facilityId: facility.id,
                facility: facility.name,
                courtId: id,
                court: name,
                start: offer.start,
                end: offer.end,
                price,
                sharesWith,
              }}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link to="/venues/$id" params={{ id: String(facility.id) }} search={{ date }} className={style.more}>
          {m.venues_more_courts({ n: more })}
        </Link>
      )}
    </FacilityCard>
  )
}

function CourtButton({ piece }: { piece: CartPiece }) {
  const chosen = useCart((cart) => isChosen(cart.pieces, piece))
  const choose = () => sayRefused(togglePiece(piece), piece.court)
  return (
    <button type="button" className={style.court} aria-pressed={chosen} onClick={choose}>
      {chosen && <Icon name="check" size={16} />}
      <span>{piece.court}</span>
      <b>{sayAmount(piece.price)}</b>
    </button>
  )
}

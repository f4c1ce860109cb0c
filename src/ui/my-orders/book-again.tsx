import { formatPeriod, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { AgainAnswer } from '#modules/orders/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { WishButton } from '#ui/waiting/wish-button.tsx'
import { wishFor } from '#ui/waiting/wish-for.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import style from './book-again.module.css'
import { isChosen, type CartPiece } from '#ui/orders/cart-periods.ts'
import { togglePiece, useCart } from '#ui/orders/cart.ts'
import { againQuery } from '#ui/orders/order-queries.ts'
import { sayRefused } from '#ui/orders/say-refused.ts'

export type Proposal = AgainAnswer['items'][number]
type Period = Proposal['periods'][number]
type Piece = Period['near'][number]

/** Bookings of last week, or of one order, at the same time of the next week: one press leads to the review, the next one orders. */
export function BookAgain({ orderNo, most }: { orderNo?: string; most?: number }) {
  const found = useQuery(againQuery(useApi(), orderNo)).data?.items ?? []
  if (found.length === 0) return null
  const title = orderNo === undefined ? m.again_last_week() : m.again_order()
  return (
    <section className={style.again} aria-label={title}>
      <h2>{title}</h2>
      <ul className={style.proposals}>
        {found.slice(0, most).map((one) => (
          <li key={`${one.orderNo} ${one.periods[0]!.venue2ndId} ${one.periods[0]!.start}`} className={style.proposal}>
            <Proposed periods={one.periods} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Proposed({ periods }: { periods: Period[] }) {
  const review = useReview()
  const found = periods.flatMap((one) => one.found ?? [])
  const missing = periods.filter((one) => one.found === null)
  return (
    <>
      <div className={style.words}>
        {periods.map((one) => (
          <p key={`${one.venue2ndId} ${one.start}`}>
            <b>{proposalWhen(one)}</b>
            <span>
              {one.venue1stName} {(one.found ?? one).venue2ndName}
            </span>
            <Instead period={one} />
          </p>
        ))}
      </div>
      {found.length > 0 && (
        <Button className={style.book} look={missing.length === 0 ? 'primary' : 'secondary'} onClick={() => review(found)}>
          {bookWords(found, missing.length === 0)}
        </Button>
      )}
      {missing.map((one) => (
        <Near key={`${one.venue2ndId} ${one.start}`} period={one} onChoose={(piece) => review([...found, piece])} />
      ))}
    </>
  )
}

/** The button that books what is free: everything, or what is left of it. */
export function bookWords(pieces: Piece[], all: boolean): string {
  const total = pieces.reduce((sum, one) => sum + one.total, 0)
  if (total === 0) return all ? m.again_book_free() : m.again_book_rest_free()
  const amount = formatMoney(total)
  return all ? m.again_book({ amount }) : m.again_book_rest({ amount })
}

/** That somebody else has the court, and what there is for it. */
export function Instead({ period: { venue2ndId, venue2ndName, found } }: { period: Period }) {
  if (found?.venue2ndId === venue2ndId) return null
  return (
    <em>{found ? m.again_other_court({ court: venue2ndName, other: found.venue2ndName }) : m.again_none_free({ court: venue2ndName })}</em>
  )
}

/** The nearest times of that day, and the waiting list for the one that was wanted. */
function Near({ period, onChoose }: { period: Period; onChoose(piece: Piece): void }) {
  return (
    <div className={style.near} role="group" aria-label={m.again_near()}>
      {period.near.map((piece) => (
        <Button look="secondary" key={`${piece.venue2ndId} ${piece.start}`} onClick={() => onChoose(piece)}>
          {formatTime(new Date(piece.start))}–{formatTime(new Date(piece.end))} · {piece.venue2ndName} · {formatMoney(piece.total)}
        </Button>
      ))}
      <WishButton initial={wishFor(period.venue1stId, new Date(period.start), new Date(period.end))} />
    </div>
  )
}

export const proposalWhen = ({ start, end }: Piece | Period) => formatPeriod(new Date(start), new Date(end), getLocale())

/** Puts these into the cart and opens its review. */
export function useReview(): (pieces: Piece[]) => void {
  const navigate = useNavigate()
  return (pieces) => {
    for (const { venue1stId, venue1stName, venue2ndId, venue2ndName, start, end, price, sharesWith } of pieces) {
      const place = { facilityId: venue1stId, facility: venue1stName, courtId: venue2ndId, court: venue2ndName }
      const piece: CartPiece = { ...place, start, end, price, sharesWith }
      if (!isChosen(useCart.getState().pieces, piece)) sayRefused(togglePiece(piece), piece.court)
    }
    void navigate({ to: '/order/check' })
  }
}

import { m } from '#i18n/generated/messages.js'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { BoardAnswer, BookingAnswer } from '#modules/desk/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { StateChip } from '#ui/orders/state-chip.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react'
import { bookingQuery } from './board-queries.ts'
import { BookingArrival, BookingMoney } from './booking-desk.tsx'
import { CancelForm } from './cancel-form.tsx'
import { MoveForm } from './move-form.tsx'
import style from './booking-panel.module.css'
import type { Rearrange } from './use-rearrange.ts'

type Props = { id: string; board: BoardAnswer; rearrange: Rearrange; onClose(): void }

/** One booking beside the board: the person, the money, the door, the actions and the history. An action asks in the same panel. */
export function BookingPanel({ id, board, rearrange, onClose }: Props) {
  const read = useQuery(bookingQuery(useApi(), id))
  const booking = read.data
  const [step, setStep] = useState<'move' | 'cancel'>()
  const title = booking ? `${booking.person.name}　${booking.court.name}` : m.board_booking()
  const back = () => setStep(undefined)
  return (
    <Frame title={title} onClose={onClose}>
      <ReadFailure read={read} missing={m.board_booking_missing()} />
      {booking && step === 'move' && <MoveForm {...{ booking, board, rearrange, onClose }} onBack={back} />}
      {booking && step === 'cancel' && <CancelForm booking={booking} onClose={onClose} onBack={back} />}
      {booking && step === undefined && <Overview booking={booking} rearrange={rearrange} onStep={setStep} onClose={onClose} />}
    </Frame>
  )
}

const noRoomBeside = '(width < 768px)'

function onWidth(look: () => void): () => void {
  const query = matchMedia(noRoomBeside)
  query.addEventListener('change', look)
  return () => query.removeEventListener('change', look)
}

const closesPanel = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' && !(target instanceof Element && target.closest('dialog'))

/** Beside the board, which stays in sight and in use; on a phone a sheet over it. */
function Frame({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const isSheet = useSyncExternalStore(
    onWidth,
    () => matchMedia(noRoomBeside).matches,
    () => false,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  if (isSheet)
    return (
      <Sheet open title={title} onClose={onClose}>
        {children}
      </Sheet>
    )
  return (
    // Escape closes it from anywhere inside, as it does a sheet; in a sheet that it has opened, Escape is that sheet's.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={style.panel} aria-label={title} onKeyDown={(event) => closesPanel(event) && onClose()}>
      <header className={style.head}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" size={20} label={m.sheet_close()} onClick={onClose} />
      </header>
      {children}
    </section>
  )
}

type OverviewProps = {
  booking: BookingAnswer
  rearrange: Rearrange
  onStep(step: 'move' | 'cancel'): void
  onClose(): void
}

function Overview({ booking, rearrange, onStep, onClose }: OverviewProps) {
  const { person, parked, locked, status, orderNo } = booking
  const locale = getLocale()
  return (
    <div className={style.sheet}>
      <p className={style.when}>
        <b>{formatPeriod(new Date(booking.start), new Date(booking.end), locale)}</b>
        <StateChip state={status} />
      </p>
      {parked && <Callout tone="due" title={m.board_parked_by({ name: parked.by, since: formatMoment(new Date(parked.at), locale) })} />}
      <BookingMoney booking={booking} />
      <BookingArrival booking={booking} />
      <p className={style.links}>
        <Link {...toLocation(`/staff/people?person=${person.id}`)}>{m.staff_order_person()}</Link>
        <Link {...toLocation(`/staff/orders?order=${orderNo}`)}>{m.board_open_order({ orderNo })}</Link>
      </p>
      <Facts
        facts={[
          [m.board_when(), `${booking.facility.name} ${booking.court.name}`],
          [m.board_phone(), person.contactPhone || person.mobile],
          person.contactName !== '' && [m.board_contact_name(), person.contactName],
          [m.board_identity(), booking.identity],
          booking.remark !== '' && [m.board_remark(), booking.remark],
        ]}
      />
      <Amounts booking={booking} />
      {locked && <p className="soft">{locked.title}</p>}
      <Actions {...{ booking, rearrange, onStep, onClose }} />
      <BookingHistory booking={booking} />
    </div>
  )
}

function Actions({ booking, rearrange, onStep, onClose }: OverviewProps) {
  const { person, parked, locked } = booking
  if (locked) return null
  const park = () => {
    onClose()
    void rearrange.park({
      id: booking.id,
      title: person.name,
      moves: booking.moves,
      from: { venue2ndId: booking.court.venue2ndId, start: booking.start, end: booking.end },
    })
  }
  return (
    <div className="cluster">
      <StaffButton onClick={() => onStep('move')}>{parked ? m.board_place() : m.board_move_to()}</StaffButton>
      {!parked && <StaffButton onClick={park}>{m.board_park()}</StaffButton>}
      <StaffButton look="danger" onClick={() => onStep('cancel')}>
        {m.board_cancel()}
      </StaffButton>
    </div>
  )
}

function Amounts({ booking: { money, status } }: { booking: BookingAnswer }) {
  const { price, lightFee, deposit, supplements, paid, owed, payBefore } = money
  const locale = getLocale()
  return (
    <Facts
      facts={[
        [m.board_price(), formatMoney(price)],
        lightFee > 0 && [m.board_light(), formatMoney(lightFee)],
        deposit > 0 && [m.board_deposit(), formatMoney(deposit)],
        ...supplements.map(({ orderNo, amount, paid: isPaid }): [string, string] => [
          m.board_supplement(),
          `${formatMoney(amount)}　${isPaid ? m.board_paid() : m.board_supplement_open({ orderNo })}`,
        ]),
        status === 'awaiting-payment' && payBefore
          ? [m.board_pay_before(), formatMoment(new Date(payBefore), locale)]
          : [m.board_order_paid(), formatMoney(paid)],
        owed > 0 && [m.board_owed(), formatMoney(owed)],
      ]}
    />
  )
}

type Moment = BookingAnswer['history'][number]

const words: Record<Moment['what'], () => string> = {
  placed: m.board_history_placed,
  confirmed: m.board_history_confirmed,
  'checked-in': m.board_history_checked_in,
  missed: m.board_history_missed,
  moved: m.board_history_moved,
  parked: m.board_history_parked,
  offered: m.story_offered,
  returned: m.story_returned,
  removed: m.story_cancelled,
  closed: m.board_history_closed,
  merged: m.story_merged,
}

/** A move that keeps the time. */
const isCourtMove = ({ what, from, to }: Pick<Moment, 'what' | 'from' | 'to'>): boolean =>
  what === 'moved' && from !== null && to !== null && from.start === to.start && from.end === to.end

/** What happened to a booking, oldest first. */
function BookingHistory({ booking }: { booking: BookingAnswer }) {
  const locale = getLocale()
  const spot = (one: Moment['from']) => (one ? `${one.court} ${formatPeriod(new Date(one.start), new Date(one.end), locale)}` : '')
  return (
    <section className={style.history} aria-label={m.board_history()}>
      <h3>{m.board_history()}</h3>
      <ol>
        {booking.history.map(({ at, what, by, reason, from, to }) => (
          <li key={`${at} ${what}`}>
            <time dateTime={at}>{formatMoment(new Date(at), locale)}</time>
            <span>
              {[isCourtMove({ what, from, to }) ? m.story_moved_court() : words[what](), by].filter(Boolean).join('　')}
              {from && <small>{[spot(from), spot(to)].filter(Boolean).join(' → ')}</small>}
              {reason && <small>{reason}</small>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

import { m } from '#i18n/generated/messages.js'
import { dayOf, minuteFrom, minuteOf, momentAt, timeFrom } from '#lib/zone.ts'
import type { BoardAnswer, BookingAnswer } from '#modules/desk/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { boardQuery, checkQuery } from './board-queries.ts'
import style from './booking-panel.module.css'
import { Verdict } from './rearrange-bar.tsx'
import type { Rearrange } from './use-rearrange.ts'

type Props = { booking: BookingAnswer; board: BoardAnswer; rearrange: Rearrange; onBack(): void; onClose(): void }

/** Where a booking is to go, field by field: facility, court, day and times. */
function useTarget(booking: BookingAnswer) {
  const [start, end] = [new Date(booking.start), new Date(booking.end)]
  const [facility, setFacility] = useState(booking.facility.code)
  const [court, setCourt] = useState(booking.court.venue2ndId)
  const [day, setDay] = useState(dayOf(start))
  const [from, setFrom] = useState(timeFrom(minuteOf(start)))
  const [to, setTo] = useState(timeFrom(minuteOf(end) || 24 * 60))
  const { data: target } = useQuery(boardQuery(useApi(), { facility, day }))
  const courts = target?.facility.code === facility ? target.courts : []
  const venue2ndId = courts.some((one) => one.venue2ndId === court) ? court : courts[0]?.venue2ndId
  const slots = target?.days[0]?.slots ?? []
  const spot =
    venue2ndId !== undefined && from < to
      ? { venue2ndId, start: momentAt(day, minuteFrom(from)).toISOString(), end: momentAt(day, minuteFrom(to)).toISOString() }
      : undefined
  return { facility, setFacility, setCourt, day, setDay, from, setFrom, to, setTo, courts, venue2ndId, slots, spot }
}

/** Moves a booking without dragging it: the same dry run, the same undo. */
export function MoveForm({ booking: latest, board, rearrange, onBack, onClose }: Props) {
  // As it was when the form opened: a move by another desk meanwhile is refused, and not confirmed unseen.
  const [booking] = useState(latest)
  const target = useTarget(booking)
  const { spot } = target
  const { data: checked } = useQuery({
    ...checkQuery(useApi(), booking.id, spot ?? { venue2ndId: 1, start: booking.start, end: booking.end }),
    enabled: spot !== undefined,
  })
  const isFree = checked !== undefined && !checked.problem && checked.inTheWay.length === 0
  const move = (waive: boolean) => {
    if (!spot || !checked) return
    const from = booking.parked ? null : { venue2ndId: booking.court.venue2ndId, start: booking.start, end: booking.end }
    const draft = {
      id: booking.id,
      title: booking.person.name,
      moves: booking.moves,
      from,
      place: { row: 0, col: 0, span: 1 },
      dropped: true,
    }
    onClose()
    void rearrange.move(draft, spot, { total: checked.total, waive })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFree) move(false)
  }
  return (
    <form className={style.sheet} onSubmit={submit}>
      <TargetFields board={board} target={target} />
      <div aria-live="polite">{checked && spot && <Verdict checked={checked} />}</div>
      <SheetActions
        main={
          <StaffButton type="submit" look="primary" busy={rearrange.isBusy} aria-disabled={!isFree || undefined}>
            {m.board_confirm_move()}
          </StaffButton>
        }
      >
        <StaffButton look="quiet" onClick={onBack}>
          {m.board_back()}
        </StaffButton>
        {isFree && checked.difference > 0 && <StaffButton onClick={() => move(true)}>{m.board_waive()}</StaffButton>}
      </SheetActions>
    </form>
  )
}

function TargetFields({ board, target }: { board: BoardAnswer; target: ReturnType<typeof useTarget> }) {
  const { facility, setFacility, setCourt, day, setDay, from, setFrom, to, setTo, courts, venue2ndId, slots } = target
  return (
    <div className={style.fields}>
      <SelectField label={m.board_facility()} value={facility} onChange={(event) => setFacility(event.target.value)}>
        {board.facilities.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={m.board_court()} value={venue2ndId ?? ''} onChange={(event) => setCourt(Number(event.target.value))}>
        {courts.map((court) => (
          <option key={court.venue2ndId} value={court.venue2ndId}>
            {court.name}
          </option>
        ))}
      </SelectField>
      <TextField type="date" label={m.board_day()} value={day} onChange={(event) => event.target.value && setDay(event.target.value)} />
      <SelectField label={m.board_from()} value={from} onChange={(event) => setFrom(event.target.value)}>
        {[...new Set([from, ...slots.map(({ start }) => timeFrom(start))])].toSorted().map((time) => (
          <option key={time}>{time}</option>
        ))}
      </SelectField>
      <SelectField label={m.board_to()} value={to} onChange={(event) => setTo(event.target.value)}>
        {[...new Set([to, ...slots.map(({ end }) => timeFrom(end))])].toSorted().map((time) => (
          <option key={time}>{time}</option>
        ))}
      </SelectField>
    </div>
  )
}

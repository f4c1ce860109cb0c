import { m } from '#i18n/generated/messages.js'
import { addDays, dayOf, isDay } from '#lib/zone.ts'
import type { BoardAnswer } from '#modules/desk/wire.ts'
import { Input } from '#ui/kit/control.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type FormEvent } from 'react'
import { isWeek } from './board-model.ts'
import type { BoardSearch } from './board-queries.ts'
import style from './board-picker.module.css'

/** Facility, day and view. A choice changes the board at once; a typed day does so on submit. */
export function BoardPicker({ board, search }: { board: BoardAnswer; search: BoardSearch }) {
  const navigate = useNavigate()
  const week = isWeek(board)
  const step = week ? 7 : 1
  const to = (more: Partial<Record<keyof BoardSearch, string | undefined>>) =>
    ({
      to: '/staff/board',
      search: { ...search, booking: undefined, day: board.day, facility: board.facility.code, ...more } as unknown as BoardSearch,
    }) as const
  return (
    <div className={style.picker}>
      <SelectField
        label={m.board_facility()}
        value={board.facility.code}
        required={false}
        onChange={({ target }) => void navigate(to({ facility: target.value, court: undefined }))}
      >
        {board.facilities.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className={style.days}>
        <StaffButtonLink {...to({ day: addDays(board.day, -step) })} icon="left" iconOnly>
          {week ? m.board_week_before() : m.board_day_before()}
        </StaffButtonLink>
        <DayField day={board.day} onChoose={(day) => void navigate(to({ day }))} />
        <StaffButtonLink {...to({ day: addDays(board.day, step) })} icon="right" iconOnly>
          {week ? m.board_week_after() : m.board_day_after()}
        </StaffButtonLink>
        <StaffButtonLink {...to({ day: dayOf(new Date(board.serverTime)) })}>{m.board_today()}</StaffButtonLink>
      </div>
      <ViewChoice board={board} onChoose={(court) => void navigate(to({ court }))} />
    </div>
  )
}

function ViewChoice({ board, onChoose }: { board: BoardAnswer; onChoose(court: string | undefined): void }) {
  const week = isWeek(board)
  if (week) return <StaffButton onClick={() => onChoose(undefined)}>{m.board_all_courts()}</StaffButton>
  return (
    <SelectField label={m.board_week_of()} value="" required={false} onChange={({ target }) => target.value && onChoose(target.value)}>
      <option value="">{m.board_choose_court()}</option>
      {board.courts.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** A day is chosen at once where it is picked from a calendar, without a button; the same condition hides the button. */
const byTouch = '(pointer: coarse)'

function DayField({ day, onChoose }: { day: string; onChoose(day: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = day
  }, [day])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const typed = field.current?.value ?? ''
    if (isDay(typed)) onChoose(typed)
  }
  return (
    <form onSubmit={send} className="cluster middle">
      <Input
        ref={field}
        type="date"
        aria-label={m.board_day()}
        defaultValue={day}
        onChange={(event) => matchMedia(byTouch).matches && send(event)}
      />
      <span className={style.go}>
        <StaffButton type="submit">{m.board_go()}</StaffButton>
      </span>
    </form>
  )
}

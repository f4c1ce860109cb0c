import { m } from '#i18n/generated/messages.js'
import { formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { dayOf, minuteOf, timeFrom } from '#lib/zone.ts'
import type { BoardAnswer } from '#modules/desk/wire.ts'
import type { MovedAnswer } from '#modules/orders/moving-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useUndo } from '#ui/staff/kit/undo-bar.tsx'
import { toastRefusal, useCallsInTurn } from '#ui/staff/kit/use-staff-call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { boardKey, bookingKey } from '#ui/staff/kit/use-order-call.ts'
import { checkQuery } from './board-queries.ts'
import type { Place } from './board-model.ts'

export type Spot = { venue2ndId: number; start: string; end: string }
/** A booking that is being moved. `from` is null for a parked one. */
export type Draft = {
  id: string
  title: string
  moves: number
  from: Spot | null
  place: Place
  /** Let go of: the bar asks what is left to decide. */ dropped: boolean
}
type Deed = { id: string; name: 'Move' | 'Park' | 'Swap'; body: object }
/** `at`: where the undo puts the booking. */
export type Undo = Deed & { text: string; at?: Spot }

const undoSeconds = 10

const pathOf = {
  Move: (id: string) => `/api/Staff/Booking/${id}/Move`,
  Park: (id: string) => `/api/Staff/Booking/${id}/Park`,
  Swap: (id: string) => `/api/Staff/Booking/${id}/Swap`,
}

/** Sends deeds one after the other, each with a key of its own; shows why it was refused, and reads the board again either way. */
function useDeed(reason: string, onDone: () => void) {
  const { call, busy } = useCallsInTurn([boardKey, bookingKey], (error) => {
    onDone()
    return toastRefusal(error)
  })
  const send = ({ id, name, body }: Deed) =>
    call<MovedAnswer>(pathOf[name](id), { reason, ...body }, { key: crypto.randomUUID(), onAnswer: onDone })
  return [send, busy] as const
}

/** Court and times of a spot in words; with the day where the board shows another one. */
export function spotText({ venue2ndId, start, end }: Spot, { courts, days }: Pick<BoardAnswer, 'courts' | 'days'>): string {
  const court = courts.find((one) => one.venue2ndId === venue2ndId)?.name
  const [from, to] = [new Date(start), new Date(end)]
  const times = `${timeFrom(minuteOf(from))}–${timeFrom(minuteOf(to) || 24 * 60)}`
  const isShown = court !== undefined && days.length === 1 && days[0]!.day === dayOf(from)
  return [court, isShown ? times : formatPeriod(from, to, getLocale())].filter(Boolean).join(' ')
}

/** Calls that move bookings, and the undo of the last one. `settled`: a booking that has come to its place, where the focus belongs. */
export function useRearrange(reason: string, board: BoardAnswer) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Draft>()
  const [undo, offerUndo] = useUndo<Undo>(undoSeconds)
  const [send, isBusy] = useDeed(reason, () => setDraft(undefined))
  const [settled, setSettled] = useState<{ id: string; at: Spot }>()

  async function move({ id, title, moves, from }: Draft, to: Spot, { total, waive = false }: { total: number; waive?: boolean }) {
    const done = await send({ id, name: 'Move', body: { ...to, moves, total, waive } })
    const now = done?.items[0]?.moves
    if (now === undefined) return
    const back: Deed = from ? { id, name: 'Move', body: { ...from, moves: now } } : { id, name: 'Park', body: { moves: now } }
    offerUndo({ ...back, ...(from && { at: from }), text: m.board_moved({ name: title, where: spotText(to, board) }) })
    setSettled({ id, at: to })
  }

  async function park({ id, title, moves, from }: Pick<Draft, 'id' | 'title' | 'moves' | 'from'>) {
    const done = await send({ id, name: 'Park', body: { moves } })
    const now = done?.items[0]?.moves
    if (now !== undefined && from)
      offerUndo({ id, name: 'Move', at: from, body: { ...from, moves: now }, text: m.board_parked({ name: title }) })
  }

  async function swap({ id, title, moves }: Draft, other: { id: string; moves: number }) {
    const done = await send({ id, name: 'Swap', body: { with: other.id, moves, withMoves: other.moves } })
    if (!done) return
    const [mine, theirs] = done.items
    offerUndo({
      id,
      name: 'Swap',
      body: { with: other.id, moves: mine!.moves, withMoves: theirs!.moves },
      text: m.board_swapped({ name: title }),
    })
  }

  /** Lets go of the draft: moved at once where nothing is in the way and the price stays, otherwise the bar asks. */
  async function drop(dropped: Draft, to: Spot): Promise<void> {
    setDraft({ ...dropped, dropped: true })
    const checked = await queryClient.fetchQuery(checkQuery(api, dropped.id, to)).catch(() => undefined)
    if (checked && !checked.problem && checked.inTheWay.length === 0 && checked.difference === 0) await move(dropped, to, checked)
  }

  async function takeBack(): Promise<void> {
    if (!undo) return
    offerUndo(undefined)
    const done = await send({ ...undo, body: { ...undo.body, reason: m.board_undo() } })
    if (done && undo.at) setSettled({ id: undo.id, at: undo.at })
  }

  function giveUp(): void {
    if (draft?.from) setSettled({ id: draft.id, at: draft.from })
    setDraft(undefined)
  }

  return { draft, setDraft, undo, isBusy, settled, setSettled, giveUp, move, park, swap, drop, takeBack }
}
export type Rearrange = ReturnType<typeof useRearrange>

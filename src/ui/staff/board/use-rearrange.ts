import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { MovedAnswer } from '#modules/orders/moving-wire.ts'
import { toast } from '#ui/kit/toast.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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
export type Undo = Deed & { text: string }

const undoSeconds = 10

const pathOf = {
  Move: (id: string) => `/api/Staff/Booking/${id}/Move`,
  Park: (id: string) => `/api/Staff/Booking/${id}/Park`,
  Swap: (id: string) => `/api/Staff/Booking/${id}/Swap`,
}

/** The undo of the last deed, for ten seconds. */
function useUndo() {
  const [undo, setUndo] = useState<Undo>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function offerUndo(next: Undo | undefined): void {
    clearTimeout(timer.current)
    setUndo(next)
    if (next) timer.current = setTimeout(() => setUndo(undefined), undoSeconds * 1000)
  }
  return [undo, offerUndo] as const
}

/** Sends a deed with a key of its own; shows why it was refused, and reads the board again either way. */
function useDeed(reason: string, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function send({ id, name, body }: Deed): Promise<MovedAnswer | undefined> {
    setBusy(true)
    try {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      return await api.post<MovedAnswer>(pathOf[name](id), { reason, ...body }, { headers, silent: true })
    } catch (error) {
      toast('error', error instanceof ApiProblem && error.title ? error.title : m.error_request_failed())
      return undefined
    } finally {
      setBusy(false)
      onDone()
      await Promise.all([boardKey, bookingKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    }
  }

  return [send, isBusy] as const
}

/** Calls that move bookings, and the undo of the last one. */
export function useRearrange(reason: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Draft>()
  const [undo, offerUndo] = useUndo()
  const [send, isBusy] = useDeed(reason, () => setDraft(undefined))

  async function move({ id, title, moves, from }: Draft, to: Spot, { total, waive = false }: { total: number; waive?: boolean }) {
    const done = await send({ id, name: 'Move', body: { ...to, moves, total, waive } })
    const now = done?.items[0]?.moves
    if (now === undefined) return
    const back: Deed = from ? { id, name: 'Move', body: { ...from, moves: now } } : { id, name: 'Park', body: { moves: now } }
    offerUndo({ ...back, text: m.board_moved({ name: title }) })
  }

  async function park({ id, title, moves, from }: Pick<Draft, 'id' | 'title' | 'moves' | 'from'>) {
    const done = await send({ id, name: 'Park', body: { moves } })
    const now = done?.items[0]?.moves
    if (now !== undefined && from) offerUndo({ id, name: 'Move', body: { ...from, moves: now }, text: m.board_parked({ name: title }) })
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
    await send({ ...undo, body: { ...undo.body, reason: m.board_undo() } })
  }

  return { draft, setDraft, undo, isBusy, move, park, swap, drop, takeBack }
}
export type Rearrange = ReturnType<typeof useRearrange>

import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { minuteFrom, type Day } from '#lib/zone.ts'
import type { FacilityListAnswer } from '#modules/venues/wire.ts'
import type { WishListAnswer } from '#modules/waiting/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useOrdersChanged } from '#ui/orders/order-queries.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { usualLength } from '#ui/venues/venue-search.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { wishesQuery } from './wish-queries.ts'
import { bodyOf, fitted, isOver, noticeEnd, onComingDays, searchOf, withChange, type WishValues } from './wish-values.ts'

/** What became of the wish for one day. */
export type Outcome = { day: Day; wish: WishListAnswer['items'][number] } | { day: Day; refused: ApiProblem }

const start: WishValues = { place: '', court: '', days: [], minutes: usualLength, from: '19:00', to: '21:00', courts: '1', notice: '' }

/** The form that joins the waiting list: its values, and what became of each day after sending it. */
export function useWishForm(found: FacilityListAnswer, initial: Partial<WishValues>) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const changed = useOrdersChanged()
  const loggedIn = isLoggedIn(useViewer())
  const [values, setValues] = useState(() => {
    const first = fitted({ ...start, ...initial, days: openDays(initial.days, found) }, found.items, found.mostMinutes)
    // Hours that nobody has chosen do not begin in the past.
    return initial.from === undefined ? onComingDays(first, found.openUntil, new Date()) : first
  })
  const [outcomes, setOutcomes] = useState<Outcome[]>()

  /** The page of wishes needs a login, and has the same form with the same values. */
  const logInFirst = () => navigate({ to: '/member/order/overview', search: searchOf(values) })

  async function send(): Promise<void> {
    if (!loggedIn) return logInFirst()
    const made: { day: Day; wishId: string }[] = []
    const refused: { day: Day; refused: ApiProblem }[] = []
    for (const day of values.days)
      try {
        made.push({ day, ...(await api.post<{ wishId: string }>('/api/Wish', bodyOf(values, day), { silent: true })) })
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (error.status === 401) return logInFirst()
        // The only day: the form says why, and keeps what was chosen.
        if (values.days.length === 1 && error.code !== 'free_now') throw error
        refused.push({ day, refused: error })
      }
    await changed()
    const { items } = made.length > 0 ? await queryClient.fetchQuery(wishesQuery(api)) : { items: [] }
    const waiting = made.flatMap(({ day, wishId }) => items.filter(({ id }) => id === wishId).map((wish) => ({ day, wish })))
    setOutcomes([...waiting, ...refused].toSorted((a, b) => a.day.localeCompare(b.day)))
  }
  const submit = useSubmit(send, { check: () => problemsOf(values) })

  return {
    ...submit,
    values,
    loggedIn,
    outcomes,
    /** Back to the form, as it was. */
    reopen: () => setOutcomes(undefined),
    change: (some: Partial<WishValues>) => setValues((before) => withChange(before, some, found)),
  }
}

const openDays = (days: Day[] | undefined, { today, openUntil }: FacilityListAnswer): Day[] =>
  (days ?? []).filter((day) => day >= today && day <= openUntil)

function problemsOf(values: WishValues): { path: string; message: string }[] {
  const { days, from, to, minutes, notice } = values
  return [
    ...(days.length === 0 ? [{ path: 'days', message: m.wish_day_required() }] : []),
    ...(days.some((day) => isOver(values, day, new Date())) ? [{ path: 'days', message: m.problem_too_late() }] : []),
    ...(minuteFrom(to) - minuteFrom(from) < Number(minutes) ? [{ path: 'to', message: m.wish_to_too_early() }] : []),
    ...(notice !== '' && days.some((day) => noticeEnd(values, day).getTime() <= Date.now())
      ? [{ path: 'notice', message: m.wish_notice_past() }]
      : []),
  ]
}

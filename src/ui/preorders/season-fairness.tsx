import { m } from '#i18n/generated/messages.js'
import type { FairnessAnswer } from '#modules/ballots/staff-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import style from './fairness.module.css'
import { HallFairness } from './hall-fairness.tsx'

/** How the floor of a season went, for clubs; read when it is opened. */
export function SeasonFairness({ round: { id, name } }: { round: { id: number; name: string } }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { data, isError } = useQuery({
    queryKey: ['fairness', id],
    queryFn: () => api.get<FairnessAnswer>('/api/PreOrder/Community/Fairness', { query: { roundId: id }, silent: true }),
    enabled: isOpen,
    staleTime: 30_000,
    retry: false,
  })
  return (
    <details className={style.season} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.fair_season({ round: name })}</summary>
      {data && <HallFairness halls={data} />}
      {isError && <p>{m.fair_not_yet()}</p>}
    </details>
  )
}

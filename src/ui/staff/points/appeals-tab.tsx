import { m } from '#i18n/generated/messages.js'
import type { ListedPointAnswer } from '#modules/violations/office-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Queue, useOpenNext, type QueueEntry } from '#ui/staff/kit/queue.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { kindWord } from '#ui/violations/violation-words.ts'
import { useQuery } from '@tanstack/react-query'
import { PointPanel } from './point-panel.tsx'
import { appealsQuery } from './points-queries.ts'
import { pointsAddress, type PointsSearch } from './points-search.ts'

/** Open appeals, oldest first; one person's with `person` in the address. After a decision the next one opens. */
export function AppealsTab({ search: { point, person } }: { search: PointsSearch }) {
  const read = useQuery(appealsQuery(useApi()))
  const { data } = read
  const listed = (data?.items ?? []).filter((one) => person === undefined || one.person.id === person)
  const entries = listed.map(entryOf)
  const addressOf = (open: string | undefined) => pointsAddress({ person, point: open })
  const openNext = useOpenNext(entries, addressOf)
  return (
    <Queue
      label={m.points_tab_appeals()}
      entries={entries}
      count={person === undefined ? (data?.count ?? 0) : entries.length}
      open={point}
      addressOf={addressOf}
      now={new Date(data?.serverTime ?? 0)}
      empty={data ? m.points_no_appeals() : <ReadFailure read={read} />}
    >
      {point !== undefined && <PointPanel key={point} pointId={point} closed={addressOf(undefined)} onDecided={() => openNext(point)} />}
    </Queue>
  )
}

const entryOf = ({ id, person, kind, orderNo, appealedAt }: ListedPointAnswer): QueueEntry => ({
  key: id,
  title: person.name || '—',
  note: `${kindWord[kind]()} · ${orderNo}`,
  ...(appealedAt && { since: appealedAt }),
})

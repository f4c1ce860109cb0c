import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListTab } from './list-tab.tsx'
import { OutageSheet } from './outage-sheet.tsx'
import { appealsQuery, pointsKey } from './points-queries.ts'
import { pointsSearch, type PointsSearch, pointsAddress } from './points-search.ts'
import { SuspensionsTab } from './suspensions-tab.tsx'
import type { ListedPointAnswer } from '#modules/violations/office-wire.ts'
import { Queue, useOpenNext, type QueueEntry } from '#ui/staff/kit/queue.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { kindWord } from '#ui/violations/violation-words.ts'
import { PointPanel } from './point-panel.tsx'

/** Violation points: appeals with their evidence, all points, suspensions, and what an outage has given. */
export function PointsScreen({ search: asked }: { search: PointsSearch }) {
  const search = pointsSearch(asked)
  const { tab } = search
  const [isWithdrawing, setWithdrawing] = useState(false)
  useScreenLive('/staff/points', [pointsKey])
  return (
    <StaffPage
      title={m.staff_screen_points()}
      lead={m.points_lead()}
      tabs={<Tabs tab={tab} />}
      actions={<StaffButton onClick={() => setWithdrawing(true)}>{m.points_outage()}</StaffButton>}
    >
      {tab === undefined && <AppealsTab search={search} />}
      {tab === 'list' && <ListTab search={search} />}
      {tab === 'suspensions' && <SuspensionsTab search={search} />}
      {isWithdrawing && <OutageSheet onClose={() => setWithdrawing(false)} />}
    </StaffPage>
  )
}

function Tabs({ tab }: { tab: PointsSearch['tab'] }) {
  const count = useQuery(appealsQuery(useApi())).data?.count ?? 0
  return (
    <TabLinks label={m.staff_screen_points()}>
      <TabLink to="/staff/points" search={{}} here={tab === undefined}>
        {count > 0 ? `${m.points_tab_appeals()} ${count}` : m.points_tab_appeals()}
      </TabLink>
      <TabLink to="/staff/points" search={{ tab: 'list' }} here={tab === 'list'}>
        {m.points_tab_list()}
      </TabLink>
      <TabLink to="/staff/points" search={{ tab: 'suspensions' }} here={tab === 'suspensions'}>
        {m.points_tab_suspensions()}
      </TabLink>
    </TabLinks>
  )
}

/** Open appeals, oldest first; one person's with `person` in the address. After a decision the next one opens. */
function AppealsTab({ search: { point, person } }: { search: PointsSearch }) {
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

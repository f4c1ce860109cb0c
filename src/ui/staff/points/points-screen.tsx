import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppealsTab } from './appeals-tab.tsx'
import { ListTab } from './list-tab.tsx'
import { OutageSheet } from './outage-sheet.tsx'
import { appealsQuery, pointsKey } from './points-queries.ts'
import { pointsSearch, type PointsSearch } from './points-search.ts'
import { SuspensionsTab } from './suspensions-tab.tsx'

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
